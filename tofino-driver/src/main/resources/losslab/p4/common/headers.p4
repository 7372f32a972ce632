// Headers of every program, for any architecture. Widths and order are the wire's; the frames of EtherType 0x88B5 are
// byte for byte what the frame classes of flow-control write. Lengths are without the frame check sequence.

#ifndef LOSSLAB_HEADERS_P4
#define LOSSLAB_HEADERS_P4

@noWarn("unused") const bit<16> ETHERTYPE_IPV4 = 0x0800;
@noWarn("unused") const bit<16> ETHERTYPE_VLAN = 0x8100;
@noWarn("unused") const bit<16> ETHERTYPE_MAC_CONTROL = 0x8808;
// IEEE 802 leaves this one to local experiments.
@noWarn("unused") const bit<16> ETHERTYPE_LOCAL = 0x88B5;

@noWarn("unused") const bit<48> MAC_CONTROL_ADDRESS = 0x0180C2000001;
@noWarn("unused") const bit<16> MAC_CONTROL_PFC = 0x0101;

@noWarn("unused") const bit<8> PROTOCOL_TCP = 6;
@noWarn("unused") const bit<8> PROTOCOL_UDP = 17;
@noWarn("unused") const bit<16> PORT_ROCE = 4791;
@noWarn("unused") const bit<8> BTH_ACKNOWLEDGE = 0x11;
@noWarn("unused") const bit<8> BTH_CNP = 0x81;

// The first two bytes after EtherType 0x88B5 say whose frame it is.
@noWarn("unused") const bit<16> LOCAL_PORTFC = 0x5046;
@noWarn("unused") const bit<16> LOCAL_OFC = 0x4F46;
@noWarn("unused") const bit<8> LOCAL_PYRRHA = 0x59;
@noWarn("unused") const bit<8> LOCAL_BFC = 0x42;
// What a software switch tells a program of a packet that has left a queue; never on a wire.
@noWarn("unused") const bit<16> LOCAL_DEPARTURE = 0x4C51;

@noWarn("unused") const bit<8> PORTFC_PAUSE = 1;
@noWarn("unused") const bit<8> PORTFC_RESUME = 2;
@noWarn("unused") const bit<8> PORTFC_IHFQ = 0;
@noWarn("unused") const bit<8> PORTFC_DDQ = 1;
@noWarn("unused") const bit<8> PORTFC_RELAY = 2;
@noWarn("unused") const bit<8> PORTFC_NOT_RELAYED = 0xFF;

@noWarn("unused") const bit<8> OFC_PAUSE = 1;
@noWarn("unused") const bit<8> OFC_RESUME = 2;

@noWarn("unused") const bit<8> PYRRHA_PAUSE = 1;
@noWarn("unused") const bit<8> PYRRHA_RESUME = 2;
@noWarn("unused") const bit<8> PYRRHA_MERGE = 3;
@noWarn("unused") const bit<8> PYRRHA_DEALLOCATE = 4;

header ethernet_t {
  bit<48> dst_addr;
  bit<48> src_addr;
  bit<16> ether_type;
}

header vlan_t {
  bit<3>  pcp;
  bit<1>  dei;
  bit<12> vid;
  bit<16> ether_type;
}

header ipv4_t {
  bit<4>  version;
  bit<4>  ihl;
  bit<6>  dscp;
  bit<2>  ecn;
  bit<16> total_length;
  bit<16> identification;
  bit<3>  flags;
  bit<13> fragment_offset;
  bit<8>  ttl;
  bit<8>  protocol;
  bit<16> checksum;
  bit<32> src_addr;
  bit<32> dst_addr;
}

// What TCP and UDP begin with alike.
header ports_t {
  bit<16> src_port;
  bit<16> dst_port;
}

// The rest of UDP's header.
header udp_t {
  bit<16> length;
  bit<16> checksum;
}

// RoCEv2's base transport header (InfiniBand Architecture 1.3, 9.2).
header bth_t {
  bit<8>  opcode;
  bit<1>  solicited;
  bit<1>  migration;
  bit<2>  pad_count;
  bit<4>  version;
  bit<16> partition_key;
  bit<1>  fecn;
  bit<1>  becn;
  bit<6>  reserved;
  bit<24> destination_qp;
  bit<1>  ack_request;
  bit<7>  reserved2;
  bit<24> packet_sequence;
}

// Follows the base transport header of an acknowledgement (9.3.4).
header aeth_t {
  bit<8>  syndrome;
  bit<24> message_sequence;
}

// IEEE 802.3, 31.4.
header mac_control_t {
  bit<16> opcode;
}

// IEEE 802.1Q, 36.2: bit i of the vector enables time i, in quanta of 512 bit times; time 0 resumes.
header pfc_t {
  bit<8>  reserved;
  bit<8>  class_vector;
  bit<16> time0;
  bit<16> time1;
  bit<16> time2;
  bit<16> time3;
  bit<16> time4;
  bit<16> time5;
  bit<16> time6;
  bit<16> time7;
}

// Follows EtherType 0x88B5.
header local_t {
  bit<16> magic;
}

// PortFC, section III-C; class PortFrame.
header portfc_t {
  bit<8>  operation;
  bit<8>  queue_class;
  bit<8>  queue;
  bit<8>  port_index;
  bit<8>  relay_index;
  bit<8>  hops;
  bit<32> origin_device;
  bit<32> sequence;
}

// OFC, section III-A; class OfcFrame. The flows follow.
header ofc_t {
  bit<8>  opcode;
  bit<8>  priority;
  bit<7>  reserved;
  bit<1>  all_flows;
  bit<8>  reserved2;
  bit<16> flow_count;
  bit<32> root_device;
  bit<32> root_port;
}

header ofc_flow_t {
  bit<32> src_addr;
  bit<32> dst_addr;
}

// Pyrrha, section IV-D; class PyrrhaFrame. The opcode is the second byte of the magic.
header pyrrha_t {
  bit<32> root_switch;
  bit<32> root_port;
  bit<32> old_switch;
  bit<32> old_port;
  bit<16> hops;
}

// Class BfcFrame. The opcode is the second byte of the magic.
header bfc_t {
  bit<16> queue;
  bit<32> root_device;
  bit<32> root_port;
}

#endif
