// PFC forwarding for v1model: routes, the class of every packet, and the pauses that PFC frames ask for.
//
// standard.priority is the class; bmv2 gives every priority a queue of its own. v1model cannot stop a queue, so the pauses
// are only recorded, in ingress.pause_quanta, by port and class.

#include <core.p4>
#include <v1model.p4>
#include "../common/headers.p4"
#include "pfc_packets.p4"
#include "plain.p4"
#include "counting_egress.p4"

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000001)
  counter(PORT_CELLS, CounterType.packets_and_bytes) rx;

#include "routes.p4"
#include "classes.p4"
#include "pause_quanta.p4"

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
      }
    }
  }
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr);
  }
}

@pkginfo(name = "pfc_forward", version = "1")
V1Switch(parse(), skip_verification(), ingress(), egress(), skip_update(), deparse()) main;
