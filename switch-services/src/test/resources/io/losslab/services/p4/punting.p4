// A v1model program that exchanges packets with its controller: what it has of it leaves by the port that the controller
// names, with a source address of the program's; what arrives without an entry in table neighbours goes to the controller.

#include <core.p4>
#include <v1model.p4>

const bit<9> CONTROLLER_PORT = 255;

@controller_header("packet_out")
header packet_out_t {
  bit<9> egress_port;
  bit<7> padding;
}

@controller_header("packet_in")
header packet_in_t {
  bit<9> ingress_port;
  bit<3> padding;
  bit<20> cookie;
}

header ethernet_t {
  bit<48> dst_addr;
  bit<48> src_addr;
  bit<16> ether_type;
}

struct headers_t {
  packet_out_t packet_out;
  packet_in_t  packet_in;
  ethernet_t   ethernet;
}

struct metadata_t {}

parser parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  state start {
    transition select(standard.ingress_port) {
      CONTROLLER_PORT: packet_out;
      default: ethernet;
    }
  }

  state packet_out {
    packet.extract(hdr.packet_out);
    transition ethernet;
  }

  state ethernet {
    packet.extract(hdr.ethernet);
    transition accept;
  }
}

control skip_verification(inout headers_t hdr, inout metadata_t meta) {
  apply {}
}

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  action forward(bit<9> port) {
    standard.egress_spec = port;
  }

  table neighbours {
    key = { hdr.ethernet.ether_type: exact; }
    actions = { forward; NoAction; }
    const default_action = NoAction();
    support_timeout = true;
    size = 64;
  }

  apply {
    if (hdr.packet_out.isValid()) {
      standard.egress_spec = hdr.packet_out.egress_port;
      hdr.packet_out.setInvalid();
      hdr.ethernet.src_addr = 0x0200000000AA;
    } else if (!neighbours.apply().hit) {
      standard.egress_spec = CONTROLLER_PORT;
    }
  }
}

control egress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  apply {
    if (standard.egress_port == CONTROLLER_PORT) {
      hdr.packet_in.setValid();
      hdr.packet_in.ingress_port = standard.ingress_port;
      hdr.packet_in.padding = 0;
      hdr.packet_in.cookie = 0xABCDE;
    }
  }
}

control skip_update(inout headers_t hdr, inout metadata_t meta) {
  apply {}
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr);
  }
}

@pkginfo(name = "punting", version = "1")
V1Switch(parse(), skip_verification(), ingress(), egress(), skip_update(), deparse()) main;
