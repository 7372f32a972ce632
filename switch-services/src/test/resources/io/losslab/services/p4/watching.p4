// A v1model program that tells its controller of sources that it does not know, and of those that have been silent.

#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<8> PROTOCOL_UDP = 17;

header ethernet_t {
  bit<48> dst_addr;
  bit<48> src_addr;
  bit<16> ether_type;
}

header ipv4_t {
  bit<8>  version_and_length;
  bit<8>  type_of_service;
  bit<16> total_length;
  bit<32> fragment;
  bit<8>  ttl;
  bit<8>  protocol;
  bit<16> checksum;
  bit<32> src_addr;
  bit<32> dst_addr;
}

header udp_t {
  bit<16> src_port;
  bit<16> dst_port;
  bit<16> length;
  bit<16> checksum;
}

header bth_t {
  bit<96> bits;
}

struct headers_t {
  ethernet_t ethernet;
  ipv4_t     ipv4;
  udp_t      udp;
  bth_t      bth;
}

struct metadata_t {}

// What the controller is told of a source that is not in table sources.
struct new_source_t {
  bit<32> address;
  bit<9>  port;
  bool    roce;
}

parser parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  value_set<bit<16>>(4) roce_ports;

  state start {
    packet.extract(hdr.ethernet);
    transition select(hdr.ethernet.ether_type) {
      ETHERTYPE_IPV4: ipv4;
      default: accept;
    }
  }

  state ipv4 {
    packet.extract(hdr.ipv4);
    transition select(hdr.ipv4.protocol) {
      PROTOCOL_UDP: udp;
      default: accept;
    }
  }

  state udp {
    packet.extract(hdr.udp);
    transition select(hdr.udp.dst_port) {
      roce_ports: roce;
      default: accept;
    }
  }

  state roce {
    packet.extract(hdr.bth);
    transition accept;
  }
}

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  action forward(bit<9> port) {
    standard.egress_spec = port;
  }

  table destinations {
    key = { hdr.ipv4.dst_addr: exact; }
    actions = { forward; NoAction; }
    size = 64;
  }

  table sources {
    key = { hdr.ipv4.src_addr: exact; }
    actions = { NoAction; }
    size = 64;
    support_timeout = true;
  }

  action set_class(bit<3> class) {
    standard.priority = class;
  }

  table classes {
    key = {
      hdr.ipv4.type_of_service: ternary;
      hdr.udp.src_port: range;
    }
    actions = { set_class; NoAction; }
    const entries = {
      (0x00 &&& 0x03, 0 .. 0x3ff): set_class(1);
      (0x00 &&& 0xfc, _): set_class(2);
      (_, 0xc000 .. 0xffff): set_class(3);
    }
  }

  table peers {
    key = { hdr.ipv4.dst_addr: lpm; }
    actions = { set_class; NoAction; }
    entries = {
      0x0a000000 &&& 0xff000000: set_class(5);
    }
  }

  apply {
    destinations.apply();
    classes.apply();
    peers.apply();
    if (!sources.apply().hit) {
      digest<new_source_t>(1, {hdr.ipv4.src_addr, standard.ingress_port, hdr.bth.isValid()});
    }
  }
}

control egress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  apply {}
}

control verify_none(inout headers_t hdr, inout metadata_t meta) {
  apply {}
}

control update_none(inout headers_t hdr, inout metadata_t meta) {
  apply {}
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr);
  }
}

V1Switch(parse(), verify_none(), ingress(), egress(), update_none(), deparse()) main;
