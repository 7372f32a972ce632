// Sizes that the Tofino2 programs have in common.

#ifndef LOSSLAB_T2NA_SIZES_P4
#define LOSSLAB_T2NA_SIZES_P4

// One cell for each value of a port of the switch.
@noWarn("unused") const bit<32> PORT_CELLS = 512;
// Longest-prefix match is TCAM: a lab's switch routes racks and its own hosts, not every host of a fat-tree.
@noWarn("unused") const bit<32> ROUTES = 2048;
@noWarn("unused") const bit<32> ECMP_MEMBERS = 2048;
@noWarn("unused") const bit<32> ECMP_GROUP_PORTS = 64;
@noWarn("unused") const bit<32> ECMP_GROUPS = 512;

// Port of the packet generator in every pipe, and the applications that the controller sets up there.
@noWarn("unused") const PortId_t GENERATOR_PORT = 6;
@noWarn("unused") const PortId_t GENERATOR_PORT_MASK = 0x7F;
@noWarn("unused") const bit<8> APPLICATION_TIMER = 1;
@noWarn("unused") const bit<8> APPLICATION_SIGNAL = 2;
@noWarn("unused") const bit<8> APPLICATION_MASK = 0x0F;

// drop_ctl: no unicast or multicast copy.
@noWarn("unused") const bit<3> DROP = 1;

#endif
