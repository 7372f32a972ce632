// PortFC for v1model: routes, the queue of every packet (PortFC, section III-B), the pauses of congested ports (Algorithms
// 1 and 2), and what PortFC frames ask for (Algorithm 4).
//
// standard.priority is the queue's number at the egress port; every priority has a queue of its own, so n <= 8. A signal
// is a copy of the packet that triggers it, which egress turns into the frame: the multicast group of a port has all
// other ports of its switch, with instance 1, and the port itself, with instance 0, for the packet. For bmv2 the
// queue_registers are plain: nothing is congested there, and pauses are only recorded.

#include <core.p4>
#include <v1model.p4>
#include "../common/headers.p4"

// What portfc_t lacks of a frame of 64 bytes.
header portfc_rest_t {
  bit<8>   layer;
  bit<232> zeros;
}

// Follows LOCAL_DEPARTURE: a packet has left this queue of the ingress port.
header departure_t {
  bit<8> queue;
}

struct headers_t {
  ethernet_t    ethernet;
  local_t       local;
  departure_t   departure;
  portfc_t      portfc;
  portfc_rest_t portfc_rest;
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
  bit<8>  bth_opcode;

  // The port whose queues are looked at, and what is set for it.
  bit<9>  port;
  bit<3>  ddq;
  bit<32> xoff;
  bit<32> xon;
  bit<32> ddq_xoff;
  bit<32> ddq_xon;
  bit<16> group;

  // Bytes of the frame that is about to join the queues; 0 for one that has left.
  bit<32> joining;
  bit<32> occupancy;
  // Bit 0: the IHFQs pause their senders; bit 1: the DDQ.
  bit<8>  pausing;

  bit<16> holder;
  bit<64> root;

  // The signal to send; operation 0 is none.
  bit<8>  operation;
  bit<8>  queue_class;
  bit<8>  queue;
  bit<8>  port_index;
  bit<32> device;
  bit<32> sequence;
}

#include "plain.p4"

// Eight queues of each port.
const bit<32> QUEUE_CELLS = 4096;
const bit<32> SWITCHES = 256;

// Frame check sequence, which packet_length leaves out.
const bit<32> FCS_BYTES = 4;
const bit<32> SIGNAL_BYTES = 60;

const bit<8> IHFQS_PAUSE = 1;
const bit<8> DDQ_PAUSES = 2;

const bit<16> SIGNAL_COPY = 1;

parser parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  state start {
    meta.src_port = 0;
    meta.dst_port = 0;
    meta.logical_switch = 0;
    meta.hash_seed = 0;
    meta.bth_opcode = 0;
    meta.operation = 0;
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
      LOCAL_DEPARTURE: departure;
      default: accept;
    }
  }

  state portfc {
    packet.extract(hdr.portfc);
    packet.extract(hdr.portfc_rest);
    transition accept;
  }

  state departure {
    packet.extract(hdr.departure);
    transition accept;
  }

#include "../common/parse_data.p4"
}

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000001)
  counter(PORT_CELLS, CounterType.packets_and_bytes) rx;

#include "queue_registers.p4"

  // Frame bytes that wait in a queue, frame check sequence included; on bmv2 a plain register.
  @id(0x16000011)
  register<bit<32>>(QUEUE_CELLS) losslab_queue_bytes;

  // Who holds a queue: bit 0 to 3, the layer behind the node; from 8 on, the port of the node whose relay queue is full.
  @id(0x16000001)
  register<bit<16>>(QUEUE_CELLS) holders;

  // Signals sent by each logical switch.
  @id(0x16000002)
  register<bit<32>>(SWITCHES) signals;

#include "routes.p4"

  @id(0x01000002)
  action set_queue(bit<3> queue) {
    standard.priority = queue;
  }

  // IHFQ, DDQ or HQ: an entry for each direction of each port, and one for its own node.
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

  @id(0x01000003)
  action watch(bit<3> ddq, bit<32> xoff, bit<32> xon, bit<32> ddq_xoff, bit<32> ddq_xon, bit<16> group,
      bit<8> port_index, bit<32> device) {
    meta.ddq = ddq;
    meta.xoff = xoff;
    meta.xon = xon;
    meta.ddq_xoff = ddq_xoff;
    meta.ddq_xon = ddq_xon;
    meta.group = group;
    meta.port_index = port_index;
    meta.device = device;
  }

  // Ports that run PortFC: queue number of the DDQ, behind the IHFQs; thresholds in bytes; the group for
  // signals.
  @id(0x02000003)
  table ports {
    key = { meta.port: exact; }
    actions = { watch; NoAction; }
    const default_action = NoAction();
    size = PORT_CELLS;
  }

  @hidden
  action add_depth(bit<3> queue) {
    bit<32> depth;
    losslab_queue_bytes.read(depth, (bit<32>) (meta.port ++ queue));
    meta.occupancy = meta.occupancy + depth;
  }

  @hidden
  action signal(bit<8> operation, bit<8> queue_class, bit<8> pausing) {
    meta.operation = operation;
    meta.queue_class = queue_class;
    meta.pausing = pausing;
    losslab_watched.write((bit<32>) meta.port, pausing);
    signals.read(meta.sequence, (bit<32>) meta.logical_switch);
    meta.sequence = meta.sequence + 1;
    signals.write((bit<32>) meta.logical_switch, meta.sequence);
    standard.mcast_grp = meta.group;
  }

  // One holder more or less of an IHFQ of the ingress port. The first holder's root is the queue's.
  @hidden
  action hold(bit<3> queue) {
    bit<32> cell = (bit<32>) (standard.ingress_port ++ queue);
    bit<16> held_by;
    holders.read(held_by, cell);
    holders.write(cell, held_by | meta.holder);
    if (held_by == 0) {
      losslab_queue_paused.write(cell, meta.root);
    }
  }

  @hidden
  action release(bit<3> queue) {
    bit<32> cell = (bit<32>) (standard.ingress_port ++ queue);
    bit<16> held_by;
    holders.read(held_by, cell);
    held_by = held_by & ~meta.holder;
    holders.write(cell, held_by);
    if (held_by == 0) {
      losslab_queue_paused.write(cell, 0);
    }
  }

  apply {
    rx.count((bit<32>) standard.ingress_port);
    port_to_switch.apply();
    hash_seeds.apply();
    if (hdr.portfc.isValid() || hdr.departure.isValid()) {
      meta.port = standard.ingress_port;
      meta.queue = hdr.departure.queue;
      meta.joining = 0;
      mark_to_drop(standard);
    } else if (!hdr.ipv4.isValid()) {
      mark_to_drop(standard);
      return;
    } else if (!routes.apply().hit) {
      mark_to_drop(standard);
      return;
    } else {
      if (hdr.bth.isValid()) {
        meta.bth_opcode = hdr.bth.opcode;
      }
      queues.apply();
      if (meta.bth_opcode == BTH_ACKNOWLEDGE || meta.bth_opcode == BTH_CNP) {
        return;
      }
      meta.port = standard.egress_spec;
      meta.queue = (bit<8>) standard.priority;
      meta.joining = standard.packet_length + FCS_BYTES;
    }
    if (!ports.apply().hit) {
      return;
    }
    if (hdr.portfc.isValid()) {
      // Algorithm 4. The relay index counts from the node's port on this switch, so it is the queue's number.
      meta.root = hdr.portfc.origin_device ++ ((bit<32>) hdr.portfc.port_index + 1);
      bit<8> first = hdr.portfc.relay_index;
      bit<8> last = hdr.portfc.relay_index;
      if (hdr.portfc.queue_class == PORTFC_RELAY) {
        meta.holder = (bit<16>) 256 << hdr.portfc.port_index;
        first = 0;
        last = (bit<8>) meta.ddq - 1;
      } else if (hdr.portfc.queue_class == PORTFC_DDQ) {
        meta.holder = (bit<16>) 1 << hdr.portfc_rest.layer;
      } else {
        first = PORTFC_NOT_RELAYED;
      }
      if (first <= last && last < (bit<8>) meta.ddq) {
        if (hdr.portfc.operation == PORTFC_PAUSE) {
          if (first == 0) { hold(0); }
          if (first <= 1 && last >= 1) { hold(1); }
          if (first <= 2 && last >= 2) { hold(2); }
          if (first <= 3 && last >= 3) { hold(3); }
          if (first <= 4 && last >= 4) { hold(4); }
          if (first <= 5 && last >= 5) { hold(5); }
          if (first <= 6 && last >= 6) { hold(6); }
        } else {
          if (first == 0) { release(0); }
          if (first <= 1 && last >= 1) { release(1); }
          if (first <= 2 && last >= 2) { release(2); }
          if (first <= 3 && last >= 3) { release(3); }
          if (first <= 4 && last >= 4) { release(4); }
          if (first <= 5 && last >= 5) { release(5); }
          if (first <= 6 && last >= 6) { release(6); }
        }
      }
      return;
    }
    // Algorithms 1 and 2.
    losslab_watched.read(meta.pausing, (bit<32>) meta.port);
    meta.occupancy = meta.joining;
    if (meta.queue == (bit<8>) meta.ddq) {
      add_depth(meta.ddq);
      if (meta.pausing & DDQ_PAUSES == 0) {
        if (meta.joining != 0 && meta.occupancy >= meta.ddq_xoff) {
          signal(PORTFC_PAUSE, PORTFC_DDQ, meta.pausing | DDQ_PAUSES);
        }
      } else if (meta.joining == 0 && meta.occupancy <= meta.ddq_xon) {
        signal(PORTFC_RESUME, PORTFC_DDQ, meta.pausing & ~DDQ_PAUSES);
      }
    } else {
      if (meta.ddq > 0) { add_depth(0); }
      if (meta.ddq > 1) { add_depth(1); }
      if (meta.ddq > 2) { add_depth(2); }
      if (meta.ddq > 3) { add_depth(3); }
      if (meta.ddq > 4) { add_depth(4); }
      if (meta.ddq > 5) { add_depth(5); }
      if (meta.ddq > 6) { add_depth(6); }
      if (meta.pausing & IHFQS_PAUSE == 0) {
        if (meta.joining != 0 && meta.occupancy >= meta.xoff) {
          signal(PORTFC_PAUSE, PORTFC_IHFQ, meta.pausing | IHFQS_PAUSE);
        }
      } else if (meta.joining == 0 && meta.occupancy <= meta.xon) {
        signal(PORTFC_RESUME, PORTFC_IHFQ, meta.pausing & ~IHFQS_PAUSE);
      }
    }
  }
}

control egress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000002)
  counter(PORT_CELLS, CounterType.packets_and_bytes) tx;

  @id(0x01000011)
  action set_source(bit<48> mac) {
    hdr.ethernet.src_addr = mac;
  }

  @id(0x02000011)
  table port_macs {
    key = { standard.egress_port: exact; }
    actions = { set_source; NoAction; }
    const default_action = NoAction();
    size = PORT_CELLS;
  }

  @hidden
  action become_signal() {
    hdr.ethernet.dst_addr = MAC_CONTROL_ADDRESS;
    hdr.ethernet.src_addr = 0;
    hdr.ethernet.ether_type = ETHERTYPE_LOCAL;
    hdr.local.setValid();
    hdr.local.magic = LOCAL_PORTFC;
    hdr.portfc.setValid();
    hdr.portfc.operation = meta.operation;
    hdr.portfc.queue_class = meta.queue_class;
    hdr.portfc.queue = meta.queue;
    hdr.portfc.port_index = meta.port_index;
    hdr.portfc.relay_index = PORTFC_NOT_RELAYED;
    hdr.portfc.hops = 0;
    hdr.portfc.origin_device = meta.device;
    hdr.portfc.sequence = meta.sequence;
    hdr.portfc_rest.setValid();
    hdr.portfc_rest.layer = 0;
    hdr.portfc_rest.zeros = 0;
    hdr.departure.setInvalid();
    hdr.vlan.setInvalid();
    hdr.ipv4.setInvalid();
    hdr.ports.setInvalid();
    hdr.udp.setInvalid();
    hdr.bth.setInvalid();
    truncate(SIGNAL_BYTES);
  }

  apply {
    if (standard.egress_rid == SIGNAL_COPY) {
      become_signal();
      port_macs.apply();
    } else if (hdr.departure.isValid()) {
      mark_to_drop(standard);
      return;
    }
    tx.count((bit<32>) standard.egress_port);
  }
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr);
  }
}

@pkginfo(name = "portfc", version = "1")
V1Switch(parse(), skip_verification(), ingress(), egress(), skip_update(), deparse()) main;
