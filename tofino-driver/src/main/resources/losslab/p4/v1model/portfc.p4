// PortFC for v1model: routes, the queue of every packet (PortFC, section III-B), and what PortFC frames ask for.
//
// standard.priority is the queue's number at the egress port; bmv2 gives every priority a queue of its own, so n + 1 <= 8.
// v1model cannot stop a queue or send a frame of its own: Algorithms 1 and 2 are left out, and Algorithm 4 only records
// which queues are paused, in ingress.queue_paused, by port and queue.

#include <core.p4>
#include <v1model.p4>
#include "../common/headers.p4"

struct headers_t {
  ethernet_t ethernet;
  local_t    local;
  portfc_t   portfc;
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
  bit<32> hash_seed;
  bit<8>  bth_opcode;
}

#include "plain.p4"
#include "counting_egress.p4"

// Eight queues of each port.
const bit<32> QUEUE_CELLS = 4096;

parser parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  state start {
    meta.src_port = 0;
    meta.dst_port = 0;
    meta.logical_switch = 0;
    meta.hash_seed = 0;
    meta.bth_opcode = 0;
    packet.extract(hdr.ethernet);
    transition select(hdr.ethernet.ether_type) {
      ETHERTYPE_IPV4: ipv4;
      ETHERTYPE_VLAN: vlan;
      ETHERTYPE_LOCAL: local;
      default: accept;
    }
  }

  state local {
    packet.extract(hdr.local);
    transition select(hdr.local.magic) {
      LOCAL_PORTFC: portfc;
      default: accept;
    }
  }

  state portfc {
    packet.extract(hdr.portfc);
    transition accept;
  }

#include "../common/parse_data.p4"
}

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000001)
  counter(PORT_CELLS, CounterType.packets_and_bytes) rx;

  @id(0x16000001)
  register<bit<1>>(QUEUE_CELLS) queue_paused;

#include "routes.p4"

  @id(0x01000002)
  action set_queue(bit<3> queue) {
    standard.priority = queue;
  }

  // IHFQ, DDQ or HQ: an entry for each direction of each port, one for its own node, and one for ACKs and CNPs.
  @id(0x02000002)
  table queues {
    key = {
      standard.egress_spec: exact;
      meta.bth_opcode: ternary;
      hdr.ipv4.dst_addr: ternary;
    }
    actions = { set_queue; NoAction; }
    const default_action = NoAction();
    size = 1024;
  }

  @hidden
  action record(bit<1> paused) {
    // The relay index counts from the node's port on this switch, so it is the queue's number (Algorithm 4).
    queue_paused.write(((bit<32>) standard.ingress_port << 3) + (bit<32>) hdr.portfc.relay_index, paused);
  }

  apply {
    rx.count((bit<32>) standard.ingress_port);
    port_to_switch.apply();
    hash_seeds.apply();
    if (hdr.portfc.isValid()) {
      if (hdr.portfc.relay_index < 8) {
        if (hdr.portfc.operation == PORTFC_PAUSE) {
          record(1);
        } else if (hdr.portfc.operation == PORTFC_RESUME) {
          record(0);
        }
      }
      mark_to_drop(standard);
    } else if (!hdr.ipv4.isValid()) {
      mark_to_drop(standard);
    } else if (!routes.apply().hit) {
      mark_to_drop(standard);
    } else {
      if (hdr.bth.isValid()) {
        meta.bth_opcode = hdr.bth.opcode;
      }
      queues.apply();
    }
  }
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr);
  }
}

@pkginfo(name = "portfc", version = "1")
V1Switch(parse(), skip_verification(), ingress(), egress(), skip_update(), deparse()) main;
