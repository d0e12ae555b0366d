"""Makes the sample music of Sleeves: sounds, artwork, tags and folders."""
