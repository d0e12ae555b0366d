#pragma once

// Loaded into a process before everything else (LD_PRELOAD), counts how often it asks for memory, and tells at the end.
