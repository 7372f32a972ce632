// PFC forwarding for v1model: routes, the class of every packet, and the pauses that PFC frames ask for.
//
// standard.priority is the class; bmv2 gives every priority a queue of its own. v1model cannot stop a queue, so the pauses
// are only recorded, in ingress.pause_quanta, by port and class.

#include <core.p4>
#include <v1model.p4>
#include "../common/headers.p4"

struct headers_t {
  ethernet_t    ethernet;
  mac_control_t mac_control;
  pfc_t         pfc;
  vlan_t        vlan;
  ipv4_t        ipv4;
  ports_t       ports;
  udp_t         udp;
  bth_t         bth;
}

struct metadata_t {
  bit<16> src_port;
  bit<16> dst_port;
  bit<8>  logical_switch;
  bit<32> hash_seed;
}

#include "plain.p4"
#include "counting_egress.p4"

// Eight classes of each port.
const bit<32> PAUSE_CELLS = 4096;

parser parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  state start {
    meta.src_port = 0;
    meta.dst_port = 0;
    meta.logical_switch = 0;
    meta.hash_seed = 0;
    packet.extract(hdr.ethernet);
    transition select(hdr.ethernet.ether_type) {
      ETHERTYPE_IPV4: ipv4;
      ETHERTYPE_VLAN: vlan;
      ETHERTYPE_MAC_CONTROL: mac_control;
      default: accept;
    }
  }

  state mac_control {
    packet.extract(hdr.mac_control);
    transition select(hdr.mac_control.opcode) {
      MAC_CONTROL_PFC: pfc;
      default: accept;
    }
  }

  state pfc {
    packet.extract(hdr.pfc);
    transition accept;
  }

#include "../common/parse_data.p4"
}

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000001)
  counter(PORT_CELLS, CounterType.packets_and_bytes) rx;

  @id(0x16000001)
  register<bit<16>>(PAUSE_CELLS) pause_quanta;

#include "routes.p4"

  @id(0x01000002)
  action set_class(bit<3> priority) {
    standard.priority = priority;
  }

  // The class of a tagged packet is its PCP unless an entry says otherwise.
  @id(0x02000002)
  table pcp_classes {
    key = { hdr.vlan.pcp: exact; }
    actions = { set_class; NoAction; }
    const default_action = NoAction();
    size = 8;
  }

  @id(0x02000003)
  table dscp_classes {
    key = { hdr.ipv4.dscp: exact; }
    actions = { set_class; NoAction; }
    const default_action = NoAction();
    size = 64;
  }

  // Cells of a port: eight from 8 * port, one for each class.
  @hidden
  action record_pauses() {
    bit<32> cell = (bit<32>) standard.ingress_port << 3;
    if (hdr.pfc.class_vector[0:0] == 1) { pause_quanta.write(cell, hdr.pfc.time0); }
    if (hdr.pfc.class_vector[1:1] == 1) { pause_quanta.write(cell + 1, hdr.pfc.time1); }
    if (hdr.pfc.class_vector[2:2] == 1) { pause_quanta.write(cell + 2, hdr.pfc.time2); }
    if (hdr.pfc.class_vector[3:3] == 1) { pause_quanta.write(cell + 3, hdr.pfc.time3); }
    if (hdr.pfc.class_vector[4:4] == 1) { pause_quanta.write(cell + 4, hdr.pfc.time4); }
    if (hdr.pfc.class_vector[5:5] == 1) { pause_quanta.write(cell + 5, hdr.pfc.time5); }
    if (hdr.pfc.class_vector[6:6] == 1) { pause_quanta.write(cell + 6, hdr.pfc.time6); }
    if (hdr.pfc.class_vector[7:7] == 1) { pause_quanta.write(cell + 7, hdr.pfc.time7); }
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
