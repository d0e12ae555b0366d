#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
