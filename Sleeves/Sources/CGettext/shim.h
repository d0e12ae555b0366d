#include <libintl.h>
#include <locale.h>
#include <stdlib.h>
