// What every v1model program has alike: sizes, and the blocks that do nothing.

#ifndef LOSSLAB_V1MODEL_PLAIN_P4
#define LOSSLAB_V1MODEL_PLAIN_P4

// One cell for each value of a v1model port.
const bit<32> PORT_CELLS = 512;
// A fat-tree of 16-port switches has 1024 hosts and routes each over up to 8 ports.
const bit<32> ROUTES = 16384;
const bit<32> ECMP_PLACES = 65536;

control skip_verification(inout headers_t hdr, inout metadata_t meta) {
  apply {}
}

control skip_update(inout headers_t hdr, inout metadata_t meta) {
  apply {}
}

#endif
