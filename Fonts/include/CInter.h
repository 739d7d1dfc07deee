#ifndef CINTER_H
#define CINTER_H

// Inter 4.1, the variable upright face (axes opsz and wght), as the bytes of its TrueType file.
extern const unsigned char *const hairspace_inter;
extern const unsigned int hairspace_inter_length;

#endif
