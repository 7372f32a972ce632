// PFC* for v1model (PortFC, V-A): PFC forwarding by which a packet leaves with the priority of its next hop, as in Tagger.
//
// standard.priority is the class that a packet leaves with, and its queue. The class that it came with is that which the
// ingress port holds it under, and pauses its neighbour for; v1model has no word for that, but losslab_ingress_class. Acknowledgements
// and congestion notifications keep their class.

#include <core.p4>
#include <v1model.p4>
#include "../common/headers.p4"
#include "pfc_packets.p4"
#include "plain.p4"
#include "counting_egress.p4"

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000001)
  counter(PORT_CELLS, CounterType.packets_and_bytes) rx;

  // By port, while a packet comes in: 1 + the class that the port holds it under, in place of standard.priority. On a software
  // switch of losslab; on bmv2, whose ports hold nothing, a plain register.
  @id(0x1600001B)
  register<bit<8>>(PORT_CELLS) losslab_ingress_class;

#include "routes.p4"
#include "classes.p4"
#include "pause_quanta.p4"

  // The checksum of IPv4 follows its change (RFC 1624, equation 3).
  @hidden
  action set_dscp(bit<6> dscp) {
    bit<32> sum = (bit<32>) ~hdr.ipv4.checksum;
    sum = sum + (bit<32>) ~(hdr.ipv4.version ++ hdr.ipv4.ihl ++ hdr.ipv4.dscp ++ hdr.ipv4.ecn);
    hdr.ipv4.dscp = dscp;
    sum = sum + (bit<32>) (hdr.ipv4.version ++ hdr.ipv4.ihl ++ hdr.ipv4.dscp ++ hdr.ipv4.ecn);
    sum = (sum & 0xFFFF) + (sum >> 16);
    sum = (sum & 0xFFFF) + (sum >> 16);
    hdr.ipv4.checksum = ~sum[15:0];
  }

  // The class of the next hop, by the port that leads there, and what marks it.
  @id(0x01000003)
  action raise_tag(bit<3> priority, bit<3> pcp, bit<6> dscp) {
    losslab_ingress_class.write((bit<32>) standard.ingress_port, 1 + (bit<8>) standard.priority);
    standard.priority = priority;
    if (hdr.vlan.isValid()) {
      hdr.vlan.pcp = pcp;
    } else {
      set_dscp(dscp);
    }
  }

  @id(0x02000004)
  table hop_tags {
    key = {
      standard.egress_spec: exact;
      standard.priority: exact;
    }
    actions = { raise_tag; NoAction; }
    const default_action = NoAction();
    size = PORT_CLASSES;
  }

  apply {
    rx.count((bit<32>) standard.ingress_port);
    port_to_switch.apply();
    hash_seeds.apply();
    if (hdr.pfc.isValid()) {
      record_pauses();
      mark_to_drop(standard);
    } else if (!hdr.ipv4.isValid()) {
      mark_to_drop(standard);
    } else {
      if (hdr.vlan.isValid()) {
        set_class(hdr.vlan.pcp);
        pcp_classes.apply();
      } else {
        dscp_classes.apply();
      }
      if (!routes.apply().hit) {
        mark_to_drop(standard);
      } else if (!hdr.bth.isValid() || (hdr.bth.opcode != BTH_ACKNOWLEDGE && hdr.bth.opcode != BTH_CNP)) {
        hop_tags.apply();
      }
    }
  }
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr);
  }
}

@pkginfo(name = "pfcStar", version = "1")
V1Switch(parse(), skip_verification(), ingress(), egress(), skip_update(), deparse()) main;
