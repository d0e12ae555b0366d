#!/bin/sh
# Runs Sleeves as a test's player, which links to this script, with the variables of a file beside the link.
. "$0.variables"
exec "$sleeves" "$@"
