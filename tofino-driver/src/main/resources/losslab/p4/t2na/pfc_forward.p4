// PFC forwarding for Tofino2: routes, and the class of every packet.
//
// PFC itself is hardware: ingress_cos chooses the priority group whose thresholds the traffic manager compares (XOFF, XON,
// headroom, set over BF Runtime), the port sends the PFC frames and obeys those it gets. Frames of MAC control end at the
// port and are never seen here. Stages: routes and classes are independent of each other, three in all.

#include <core.p4>
#include <t2na.p4>
#include "../common/headers.p4"
#include "sizes.p4"
#include "counting_egress.p4"

struct headers_t {
  ethernet_t ethernet;
  vlan_t     vlan;
  ipv4_t     ipv4;
  ports_t    ports;
  udp_t      udp;
  bth_t      bth;
}

struct metadata_t {
  bit<16> src_port;
  bit<16> dst_port;
  bit<8>  logical_switch;
}

parser parse_ingress(
    packet_in packet,
    out headers_t hdr,
    out metadata_t meta,
    out ingress_intrinsic_metadata_t ingress_md) {
  state start {
    packet.extract(ingress_md);
    packet.advance(PORT_METADATA_SIZE);
    meta.src_port = 0;
    meta.dst_port = 0;
    meta.logical_switch = 0;
    packet.extract(hdr.ethernet);
    transition select(hdr.ethernet.ether_type) {
      ETHERTYPE_IPV4: ipv4;
      ETHERTYPE_VLAN: vlan;
      default: accept;
    }
  }

#include "../common/parse_data.p4"
}

control ingress(
    inout headers_t hdr,
    inout metadata_t meta,
    in ingress_intrinsic_metadata_t ingress_md,
    in ingress_intrinsic_metadata_from_parser_t parser_md,
    inout ingress_intrinsic_metadata_for_deparser_t deparser_md,
    inout ingress_intrinsic_metadata_for_tm_t tm_md) {
  @id(1)
  Counter<bit<64>, PortId_t>(PORT_CELLS, CounterType_t.PACKETS_AND_BYTES) rx;

#include "routes.p4"

  @id(2)
  action set_class(bit<3> ingress_cos, QueueId_t queue) {
    tm_md.ingress_cos = ingress_cos;
    tm_md.qid = queue;
  }

  @id(2)
  table pcp_classes {
    key = { hdr.vlan.pcp: exact; }
    actions = { set_class; NoAction; }
    const default_action = NoAction();
    size = 8;
  }

  @id(3)
  table dscp_classes {
    key = { hdr.ipv4.dscp: exact; }
    actions = { set_class; NoAction; }
    const default_action = NoAction();
    size = 64;
  }

  apply {
    rx.count(ingress_md.ingress_port);
    port_to_switch.apply();
    if (hdr.ipv4.isValid()) {
      if (hdr.vlan.isValid()) {
        pcp_classes.apply();
      } else {
        dscp_classes.apply();
      }
      if (!routes.apply().hit) {
        deparser_md.drop_ctl = DROP;
      }
    } else {
      deparser_md.drop_ctl = DROP;
    }
  }
}

control deparse_ingress(
    packet_out packet,
    inout headers_t hdr,
    in metadata_t meta,
    in ingress_intrinsic_metadata_for_deparser_t deparser_md) {
  apply {
    packet.emit(hdr);
  }
}

Pipeline(parse_ingress(), ingress(), deparse_ingress(), parse_egress(), egress(), deparse_egress()) pipe;

@pkginfo(name = "pfc_forward", version = "1")
Switch(pipe) main;
