#include "CInter.h"

static const unsigned char bytes[] = {
#embed "InterVariable.ttf"
};

const unsigned char *const hairspace_inter = bytes;
const unsigned int hairspace_inter_length = sizeof bytes;
