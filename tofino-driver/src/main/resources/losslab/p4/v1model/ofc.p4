// OFC for v1model: routes, the tables of flows (OFC, section III-A), the pauses of congested flows (Algorithm 1), what OFC
// frames ask for (Algorithm 2), and the normal and the two backup queues of a port (Algorithm 3).
//
// standard.priority is the class of a packet and its queue; of class p, which OFC controls, 8 + 2p and 9 + 2p are the
// backup queues. A switch of losslab reports every packet that joins, heads or leaves a queue (queue_events.p4); a PAUSE or
// RESUME is such a report, turned into the frame. Tables of flows are sets of source and destination address in
// open-addressing tables that double when half full. What takes a loop takes several rounds: the packet recirculates, with
// what comes next in its metadata. For bmv2 there are no reports: nothing is congested there, and frames that come in only
// change the tables.

#include <core.p4>
#include <v1model.p4>
#include "../common/headers.p4"
#include "queue_events.p4"

// The flows that a frame lists so far.
header ofc_list_t {
  varbit<8192> flows;
}

// What a frame without flows lacks of 60 bytes.
header ofc_padding_t {
  bit<240> zeros;
}

struct headers_t {
  ethernet_t    ethernet;
  local_t       local;
  queue_event_t event;
  ofc_t         ofc;
  ofc_list_t    ofc_list;
  ofc_flow_t    ofc_flow;
  ofc_padding_t ofc_padding;
  ethernet_t    inner_ethernet;
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

  // What is being done, kept from round to round.
  @field_list(1) bit<8>  step;
  // The operation on a set that is not finished, and how far it is.
  @field_list(1) bit<8>  operation;
  @field_list(1) bit<8>  phase;
  @field_list(1) bit<9>  set;
  @field_list(1) bit<64> key;
  @field_list(1) bit<8>  slot;
  @field_list(1) bit<8>  gap;
  @field_list(1) bit<8>  moved_slot;
  @field_list(1) bit<1>  moving;
  // Slot of the set that is gone through.
  @field_list(1) bit<16> cursor;
  // The port of the queue that is meant, and the one by which the packet came in.
  @field_list(1) bit<9>  out_port;
  @field_list(1) bit<9>  in_port;
  @field_list(1) bit<8>  place;
  @field_list(1) bit<32> frame_bytes;
  @field_list(1) bit<64> root;
  // Algorithm 1 runs once the congested flows are those told.
  @field_list(1) bit<1>  decides_then;

  // What is set for the two ports.
  bit<4>  out_row;
  bit<4>  in_row;
  bit<3>  priority;
  bit<64> own_root;
  bit<32> xoff;
  bit<32> xoff_congested;
  bit<32> xon;

  // Which queue of a port is served, 0 the normal one, and which takes packets of paused flows.
  bit<8>  serve;
  bit<8>  park;
  bit<1>  normal_held;
  bit<1>  resume_waits;

  bit<8>  mask;
  bit<64> stored;
  bit<8>  home;
  bit<1>  hit;
  bit<1>  result;
  bit<16> size;
  bit<32> packets;
  bit<9>  source;
  bit<8>  source_mask;
  bit<1>  found;
  bit<1>  ended;
  bit<1>  decides;
  bit<32> change;
  bit<1>  sends;
  bit<1>  copies;
  bit<1>  operates;
  bit<1>  again;
}

#include "plain.p4"

// 32 queues of each port.
const bit<32> QUEUE_CELLS = 16384;

// A switch has up to 16 ports. Of its 512 sets, the first 256 are flow_in_port_tab by ingress and egress port; then follow
// by port congested_flow_tab as told, as in force, and pause_frame_tab.
const bit<32> ROWS = 16;
const bit<32> PLACES = 64;
const bit<32> PORT_PAIRS = 256;
const bit<32> SETS = 512;
const bit<5> TOLD = 16;
const bit<5> CONGESTED = 17;
const bit<5> PAUSED = 18;
// A set has 16 slots at first and 256 at most, half of them used.
const bit<32> SLOTS = 256;
const bit<32> SET_CELLS = 131072;
const bit<32> COUNTED_CELLS = 65536;
const bit<64> SPREAD = 0x9E3779B97F4A7C15;

const bit<32> EMPTY_FRAME_BYTES = 60;
const bit<32> BEFORE_FLOWS_BYTES = 30;
const bit<16> MOST_FLOWS = 160;
const bit<32> ONE = 1;

const bit<8> FRESH = 0;
// A packet joins, heads or leaves a queue.
const bit<8> JOINED = 1;
const bit<8> HEAD = 2;
const bit<8> LEFT = 3;
// A PAUSE names a flow: told, then congested. A RESUME names one.
const bit<8> TELL = 4;
const bit<8> CONGEST = 5;
const bit<8> FORGET = 6;
// The congested flows become those told.
const bit<8> COPY_CLEAR = 7;
const bit<8> COPY_ADD = 8;
// A PAUSE lists the flows that wait here, then those congested further down.
const bit<8> LIST_WAITING = 9;
const bit<8> LIST_CONGESTED = 10;
// A RESUME lists what was paused, which is forgotten.
const bit<8> LIST_PAUSED = 11;
const bit<8> LIST_CLEAR = 12;

const bit<8> NO_OPERATION = 0;
const bit<8> FIND = 1;
const bit<8> ADD = 2;
const bit<8> INCREMENT = 3;
const bit<8> DECREMENT = 4;
const bit<8> REMOVE = 5;

const bit<8> PROBE = 0;
const bit<8> CLOSE_GAP = 1;
const bit<8> MOVE_OUT = 2;
const bit<8> MOVE_IN = 3;
const bit<8> FINISHED = 4;

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
      ETHERTYPE_LOCAL: local;
      default: accept;
    }
  }

  state local {
    packet.extract(hdr.local);
    transition select(hdr.local.magic) {
      LOCAL_OFC: ofc;
      LOCAL_DEPARTURE: event;
      default: accept;
    }
  }

  state event {
    packet.extract(hdr.event);
    packet.extract(hdr.inner_ethernet);
    transition select(hdr.inner_ethernet.ether_type) {
      ETHERTYPE_IPV4: ipv4;
      ETHERTYPE_VLAN: vlan;
      default: accept;
    }
  }

  // A frame being written is read with its list; of one that came in, the first flow.
  state ofc {
    packet.extract(hdr.ofc);
    transition select(meta.step) {
      LIST_WAITING: ofc_list;
      LIST_CONGESTED: ofc_list;
      LIST_PAUSED: ofc_list;
      LIST_CLEAR: ofc_list;
      default: ofc_flows;
    }
  }

  state ofc_list {
    packet.extract(hdr.ofc_list, (bit<32>) hdr.ofc.flow_count << 6);
    transition accept;
  }

  state ofc_flows {
    transition select(hdr.ofc.flow_count) {
      0: accept;
      default: ofc_flow;
    }
  }

  state ofc_flow {
    packet.extract(hdr.ofc_flow);
    transition accept;
  }

#include "../common/parse_data.p4"
}

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000001)
  counter(PORT_CELLS, CounterType.packets_and_bytes) rx;

#include "queue_registers.p4"
#include "queue_event_registers.p4"

  // Slots of all sets: source and destination address of a flow, 0 where free.
  @id(0x16000001)
  register<bit<64>>(SET_CELLS) flows;

  // Of flow_in_port_tab: packets of the flow.
  @id(0x16000002)
  register<bit<32>>(COUNTED_CELLS) flow_packets;

  @id(0x16000003)
  register<bit<16>>(SETS) set_sizes;

  // How often a set has doubled.
  @id(0x16000004)
  register<bit<8>>(SETS) set_growths;

  // Where the slots of a set are while it doubles.
  @id(0x16000005)
  register<bit<64>>(SLOTS) moved_flows;

  @id(0x16000006)
  register<bit<32>>(SLOTS) moved_packets;

  // Flows that found their set full, and are in none.
  @id(0x16000007)
  register<bit<32>>(ONE) overflows;

  // q_in and q_out.
  @id(0x16000008)
  register<bit<32>>(ROWS) ingress_bytes;

  @id(0x16000009)
  register<bit<32>>(ROWS) egress_bytes;

  // Bits 0 and 1: the queue that is served; bit 2: the second backup queue parks; bit 3: the normal queue is held;
  // bit 4: a RESUME waits for the order mark.
  @id(0x1600000A)
  register<bit<8>>(ROWS) queue_states;

  // Packets of each backup queue: those in a served one are ahead of its order mark.
  @id(0x1600000B)
  register<bit<32>>(PLACES) queue_packets;

  // The congested port that the latest PAUSE named.
  @id(0x1600000C)
  register<bit<64>>(ROWS) told_roots;

  // Whether all flows are, whatever the set says.
  @id(0x1600000D)
  register<bit<1>>(ROWS) all_told;

  @id(0x1600000E)
  register<bit<1>>(ROWS) all_congested;

  @id(0x1600000F)
  register<bit<1>>(ROWS) all_paused;

  // Changes ever; with them, Algorithm 1 looks at its lists only when one has changed.
  @id(0x16000020)
  register<bit<32>>(ROWS) congested_changes;

  @id(0x16000021)
  register<bit<32>>(ROWS) paused_changes;

  @id(0x16000022)
  register<bit<32>>(PORT_PAIRS) arrivals;

  // One more than what they came to when the lists were last looked at.
  @id(0x16000023)
  register<bit<32>>(PORT_PAIRS) announced;

#include "routes.p4"

#include "classes.p4"

  @id(0x01000003)
  action watch(bit<4> row, bit<3> priority, bit<64> root) {
    meta.out_row = row;
    meta.priority = priority;
    meta.own_root = root;
  }

  // Ports that run OFC: their rows in the registers, the class, and the name of each as a congested port.
  @id(0x02000004)
  table ports {
    key = { meta.out_port: exact; }
    actions = { watch; NoAction; }
    const default_action = NoAction();
    size = PORT_CELLS;
  }

  @id(0x01000004)
  action hold_back(bit<4> row, bit<32> xoff, bit<32> xoff_congested, bit<32> xon) {
    meta.in_row = row;
    meta.xoff = xoff;
    meta.xoff_congested = xoff_congested;
    meta.xon = xon;
  }

  // The same ports as packets come in by them: X_OFF, X^c_OFF and X_ON in bytes.
  @id(0x02000005)
  table upstreams {
    key = { meta.in_port: exact; }
    actions = { hold_back; NoAction; }
    const default_action = NoAction();
    size = PORT_CELLS;
  }

  // ---- sets of flows

  @hidden
  action read_mask() {
    bit<8> growths;
    set_growths.read(growths, (bit<32>) meta.set);
    meta.mask = ((bit<8>) 16 << growths) - 1;
  }

  @hidden
  action start(bit<8> operation, bit<9> set) {
    meta.operation = operation;
    meta.phase = PROBE;
    meta.set = set;
    read_mask();
    meta.slot = (meta.key * SPREAD)[39:32] & meta.mask;
  }

  // Finds the slot of the key, or the free one where it belongs.
  @hidden
  action probe() {
    if (meta.hit == 0) {
      flows.read(meta.stored, (bit<32>) (meta.set ++ meta.slot));
      if (meta.stored == 0 || meta.stored == meta.key) {
        meta.hit = 1;
      } else {
        meta.slot = (meta.slot + 1) & meta.mask;
      }
    }
  }

  // Moves up a flow behind the gap that would no longer be found.
  @hidden
  action close_gap() {
    if (meta.phase == CLOSE_GAP) {
      meta.slot = (meta.slot + 1) & meta.mask;
      flows.read(meta.stored, (bit<32>) (meta.set ++ meta.slot));
      flow_packets.read(meta.packets, (bit<32>) (meta.set ++ meta.slot));
      meta.home = (meta.stored * SPREAD)[39:32] & meta.mask;
      if (meta.stored == 0) {
        flows.write((bit<32>) (meta.set ++ meta.gap), 0);
        meta.phase = FINISHED;
      } else if (((meta.slot - meta.home) & meta.mask) >= ((meta.slot - meta.gap) & meta.mask)) {
        flows.write((bit<32>) (meta.set ++ meta.gap), meta.stored);
        if (meta.set < 256) {
          flow_packets.write((bit<32>) (meta.set ++ meta.gap), meta.packets);
        }
        meta.gap = meta.slot;
      }
    }
  }

  @hidden
  action free_slot() {
    meta.phase = CLOSE_GAP;
    meta.gap = meta.slot;
    set_sizes.read(meta.size, (bit<32>) meta.set);
    set_sizes.write((bit<32>) meta.set, meta.size - 1);
  }

  // A set that doubles: all flows out, then in again by their new homes.
  @hidden
  action move_out() {
    bit<32> cell = (bit<32>) (meta.set ++ meta.moved_slot);
    flows.read(meta.stored, cell);
    flows.write(cell, 0);
    moved_flows.write((bit<32>) meta.moved_slot, meta.stored);
    if (meta.set < 256) {
      flow_packets.read(meta.packets, cell);
      moved_packets.write((bit<32>) meta.moved_slot, meta.packets);
    }
    meta.moved_slot = meta.moved_slot + 1;
  }

  @hidden
  action place_moved() {
    if (meta.moving == 1) {
      bit<64> there;
      flows.read(there, (bit<32>) (meta.set ++ meta.slot));
      if (there == 0) {
        flows.write((bit<32>) (meta.set ++ meta.slot), meta.stored);
        if (meta.set < 256) {
          moved_packets.read(meta.packets, (bit<32>) meta.moved_slot);
          flow_packets.write((bit<32>) (meta.set ++ meta.slot), meta.packets);
        }
        meta.moving = 0;
      } else {
        meta.slot = (meta.slot + 1) & meta.mask;
      }
    }
  }

  @hidden
  action read_source_mask() {
    bit<8> growths;
    set_growths.read(growths, (bit<32>) meta.source);
    meta.source_mask = ((bit<8>) 16 << growths) - 1;
    meta.found = 0;
  }

  // The next flow of the set that is gone through.
  @hidden
  action seek() {
    if (meta.found == 0 && meta.cursor <= (bit<16>) meta.source_mask) {
      flows.read(meta.key, (bit<32>) (meta.source ++ meta.cursor[7:0]));
      meta.cursor = meta.cursor + 1;
      if (meta.key != 0) {
        meta.found = 1;
      }
    }
  }

  @hidden
  action clear_slot() {
    flows.write((bit<32>) (meta.source ++ meta.cursor[7:0]), 0);
    meta.cursor = meta.cursor + 1;
  }

  // ---- queues of a port

  @hidden
  action hold(bit<8> place, bit<64> root) {
    bit<5> queue = 7 + 2 * (bit<5>) meta.priority + (bit<5>) place;
    if (place == 0) {
      queue = (bit<5>) meta.priority;
    }
    bit<64> account = root;
    if (account == 0) {
      account = WAITS_FOR_ITS_TURN;
    }
    losslab_queue_paused.write((bit<32>) (meta.out_port ++ queue), account);
  }

  @hidden
  action let_go(bit<8> place) {
    bit<5> queue = 7 + 2 * (bit<5>) meta.priority + (bit<5>) place;
    if (place == 0) {
      queue = (bit<5>) meta.priority;
    }
    losslab_queue_paused.write((bit<32>) (meta.out_port ++ queue), 0);
  }

  // Lets go what is no longer told; parked packets, if any, are served before new ones.
  @hidden
  action serve_parked() {
    meta.resume_waits = 0;
    meta.copies = 1;
    queue_packets.read(meta.packets, (bit<32>) (meta.out_row ++ meta.park[1:0]));
    if (meta.packets != 0) {
      meta.serve = meta.park;
      meta.park = 3 - meta.park;
      if (meta.normal_held == 0) {
        meta.normal_held = 1;
        hold(0, 0);
      }
      let_go(meta.serve);
    }
  }

  // A packet has gone from a queue; with the last one ahead of it, the order mark of a backup queue comes out.
  @hidden
  action leave(bit<8> place) {
    if (place != 0) {
      queue_packets.read(meta.packets, (bit<32>) (meta.out_row ++ place[1:0]));
      meta.packets = meta.packets - 1;
      queue_packets.write((bit<32>) (meta.out_row ++ place[1:0]), meta.packets);
      if (meta.packets == 0) {
        meta.serve = 0;
        if (meta.resume_waits == 1) {
          serve_parked();
        }
        if (meta.serve == 0) {
          meta.normal_held = 0;
          let_go(0);
        }
      }
    }
  }

  @hidden
  action park_head() {
    queue_packets.read(meta.packets, (bit<32>) (meta.out_row ++ meta.park[1:0]));
    meta.packets = meta.packets + 1;
    queue_packets.write((bit<32>) (meta.out_row ++ meta.park[1:0]), meta.packets);
    if (meta.packets == 1) {
      hold(meta.park, meta.root);
    }
    losslab_head.write((bit<32>) meta.out_port, 7 + 2 * (bit<8>) meta.priority + meta.park);
  }

  // ---- frames

  @hidden
  action begin_frame(bit<8> opcode, bit<1> all_flows) {
    hdr.ethernet.dst_addr = MAC_CONTROL_ADDRESS;
    hdr.ethernet.src_addr = 0;
    hdr.ethernet.ether_type = ETHERTYPE_LOCAL;
    hdr.local.magic = LOCAL_OFC;
    hdr.event.setInvalid();
    hdr.ofc.setValid();
    hdr.ofc.opcode = opcode;
    hdr.ofc.priority = (bit<8>) meta.priority;
    hdr.ofc.reserved = 0;
    hdr.ofc.all_flows = all_flows;
    hdr.ofc.reserved2 = 0;
    hdr.ofc.flow_count = 0;
    hdr.ofc.root_device = meta.root[63:32];
    hdr.ofc.root_port = meta.root[31:0];
    hdr.ofc_padding.setValid();
    hdr.ofc_padding.zeros = 0;
    hdr.inner_ethernet.setInvalid();
    hdr.vlan.setInvalid();
    hdr.ipv4.setInvalid();
    hdr.ports.setInvalid();
    hdr.udp.setInvalid();
    hdr.bth.setInvalid();
  }

  @hidden
  action list_flow() {
    hdr.ofc.flow_count = hdr.ofc.flow_count + 1;
    hdr.ofc_flow.setValid();
    hdr.ofc_flow.src_addr = meta.key[63:32];
    hdr.ofc_flow.dst_addr = meta.key[31:0];
  }

  @hidden
  action next_flow() {
    hdr.ofc_flow.setInvalid();
    hdr.ofc.flow_count = hdr.ofc.flow_count - 1;
  }

  @hidden
  action change_paused() {
    bit<32> changes;
    paused_changes.read(changes, (bit<32>) meta.in_row);
    paused_changes.write((bit<32>) meta.in_row, changes + 1);
  }

  @hidden
  action change_congested() {
    bit<32> changes;
    congested_changes.read(changes, (bit<32>) meta.out_row);
    congested_changes.write((bit<32>) meta.out_row, changes + 1);
  }

  apply {
    if (meta.step == FRESH) {
      if (!hdr.event.isValid()) {
        rx.count((bit<32>) standard.ingress_port);
      }
      port_to_switch.apply();
      hash_seeds.apply();
      meta.out_port = standard.ingress_port;
      meta.in_port = standard.ingress_port;
      if (hdr.event.isValid()) {
        meta.in_port = hdr.event.ingress_port[8:0];
        meta.frame_bytes = hdr.event.frame_bytes;
        meta.key = hdr.ipv4.src_addr ++ hdr.ipv4.dst_addr;
      } else if (!hdr.ofc.isValid()) {
        if (!hdr.ipv4.isValid()) {
          mark_to_drop(standard);
          return;
        }
        if (hdr.vlan.isValid()) {
          set_class(hdr.vlan.pcp);
          pcp_classes.apply();
        } else {
          dscp_classes.apply();
        }
        if (!routes.apply().hit) {
          mark_to_drop(standard);
          return;
        }
        if (hdr.bth.isValid() && (hdr.bth.opcode == BTH_ACKNOWLEDGE || hdr.bth.opcode == BTH_CNP)) {
          return;
        }
        meta.out_port = standard.egress_spec;
      }
    }
    bool controlled = ports.apply().hit;
    if (!upstreams.apply().hit) {
      controlled = false;
    }
    if (meta.step == FRESH && hdr.ipv4.isValid() && !hdr.event.isValid()) {
      if (controlled) {
        losslab_watched.write((bit<32>) meta.out_port, 1);
        losslab_watched_joins.write((bit<32>) meta.out_port, 1);
      }
      return;
    }
    if (!controlled) {
      mark_to_drop(standard);
      return;
    }

    bit<8> state;
    queue_states.read(state, (bit<32>) meta.out_row);
    meta.serve = state & 3;
    meta.park = 1;
    if (state[2:2] == 1) {
      meta.park = 2;
    }
    meta.normal_held = state[3:3];
    meta.resume_waits = state[4:4];
    meta.again = 0;
    meta.copies = 0;
    meta.decides = 0;
    meta.sends = 0;

    if (meta.step == FRESH && hdr.event.isValid()) {
      bit<8> backup = 8 + 2 * (bit<8>) meta.priority;
      if (hdr.event.queue == (bit<8>) meta.priority) {
        meta.place = 0;
      } else if (hdr.event.queue == backup) {
        meta.place = 1;
      } else if (hdr.event.queue == backup + 1) {
        meta.place = 2;
      } else {
        mark_to_drop(standard);
        return;
      }
      if (hdr.event.kind == QUEUE_HEAD) {
        meta.step = HEAD;
      } else if (hdr.event.kind == QUEUE_LEFT) {
        meta.step = LEFT;
      } else if (meta.place == 0) {
        meta.step = JOINED;
      } else {
        mark_to_drop(standard);
        return;
      }
    } else if (meta.step == FRESH) {
      // Algorithm 2. Bit 1 of the flags: flows with their UDP ports, which another OFC tells apart.
      if (hdr.ofc.priority[2:0] != meta.priority || hdr.ofc.reserved[0:0] == 1) {
        mark_to_drop(standard);
        return;
      }
      if (hdr.ofc.flow_count > MOST_FLOWS) {
        hdr.ofc_flow.setInvalid();
      }
      meta.step = FORGET;
      if (hdr.ofc.opcode == OFC_PAUSE) {
        meta.step = TELL;
        told_roots.write((bit<32>) meta.out_row, hdr.ofc.root_device ++ hdr.ofc.root_port);
      }
      if (hdr.ofc.all_flows == 1) {
        if (meta.step == TELL) {
          all_told.write((bit<32>) meta.out_row, 1);
          all_congested.write((bit<32>) meta.out_row, 1);
          change_congested();
        } else {
          all_told.write((bit<32>) meta.out_row, 0);
        }
      }
    }

    // What the step needs of a set.
    meta.result = 0;
    meta.ended = 0;
    if (meta.operation == NO_OPERATION) {
      bit<32> bytes;
      egress_bytes.read(bytes, (bit<32>) meta.out_row);
      if (meta.step == JOINED) {
        egress_bytes.write((bit<32>) meta.out_row, bytes + meta.frame_bytes);
        start(INCREMENT, 1w0 ++ meta.in_row ++ meta.out_row);
      } else if (meta.step == LEFT) {
        egress_bytes.write((bit<32>) meta.out_row, bytes - meta.frame_bytes);
        start(DECREMENT, 1w0 ++ meta.in_row ++ meta.out_row);
      } else if (meta.step == HEAD) {
        bit<1> all;
        all_congested.read(all, (bit<32>) meta.out_row);
        if (meta.place != meta.serve) {
          losslab_head.write((bit<32>) meta.out_port, HEAD_WAITS);
        } else if (all == 1) {
          meta.result = 1;
        } else {
          start(FIND, CONGESTED ++ meta.out_row);
        }
      } else if (meta.step == TELL || meta.step == CONGEST || meta.step == FORGET) {
        if (hdr.ofc_flow.isValid()) {
          meta.key = hdr.ofc_flow.src_addr ++ hdr.ofc_flow.dst_addr;
          if (meta.step == TELL) {
            start(ADD, TOLD ++ meta.out_row);
          } else if (meta.step == CONGEST) {
            start(ADD, CONGESTED ++ meta.out_row);
          } else {
            start(REMOVE, TOLD ++ meta.out_row);
          }
        }
      } else {
        if (meta.step == COPY_ADD) {
          meta.source = TOLD ++ meta.out_row;
        } else if (meta.step == LIST_WAITING) {
          meta.source = 1w0 ++ meta.in_row ++ meta.out_row;
        } else if (meta.step == LIST_CONGESTED || meta.step == COPY_CLEAR) {
          meta.source = CONGESTED ++ meta.out_row;
        } else {
          meta.source = PAUSED ++ meta.in_row;
        }
        read_source_mask();
        if (meta.step == COPY_CLEAR || meta.step == LIST_CLEAR) {
          clear_slot(); clear_slot(); clear_slot(); clear_slot();
          if (meta.cursor > (bit<16>) meta.source_mask) {
            meta.ended = 1;
            set_sizes.write((bit<32>) meta.source, 0);
          }
        } else {
          seek(); seek(); seek(); seek();
          if (meta.found == 0) {
            if (meta.cursor > (bit<16>) meta.source_mask) {
              meta.ended = 1;
            }
          } else if (meta.step == COPY_ADD) {
            start(ADD, CONGESTED ++ meta.out_row);
          } else if (meta.step == LIST_PAUSED) {
            list_flow();
          } else {
            start(ADD, PAUSED ++ meta.in_row);
          }
        }
      }
    }

    // The operation, as far as it gets in a round.
    meta.operates = 0;
    if (meta.operation != NO_OPERATION) {
      meta.operates = 1;
      read_mask();
      meta.hit = 0;
      if (meta.phase == PROBE) {
        probe(); probe(); probe(); probe();
      }
      if (meta.phase == MOVE_OUT) {
        move_out(); move_out(); move_out(); move_out();
        if (meta.moved_slot > meta.mask) {
          bit<8> growths;
          set_growths.read(growths, (bit<32>) meta.set);
          set_growths.write((bit<32>) meta.set, growths + 1);
          meta.phase = MOVE_IN;
          meta.moved_slot = 0;
          meta.moving = 0;
        }
      } else if (meta.phase == MOVE_IN) {
        moved_flows.read(meta.stored, (bit<32>) meta.moved_slot);
        if (meta.moving == 0 && meta.stored != 0) {
          meta.moving = 1;
          meta.slot = (meta.stored * SPREAD)[39:32] & meta.mask;
        }
        place_moved(); place_moved(); place_moved(); place_moved();
        if (meta.moving == 0) {
          meta.moved_slot = meta.moved_slot + 1;
          if (meta.moved_slot > meta.mask >> 1) {
            meta.phase = PROBE;
            meta.slot = (meta.key * SPREAD)[39:32] & meta.mask;
          }
        }
      } else if (meta.hit == 1) {
        bit<32> cell = (bit<32>) (meta.set ++ meta.slot);
        meta.phase = FINISHED;
        if (meta.operation == FIND) {
          if (meta.stored != 0) {
            meta.result = 1;
          }
        } else if (meta.operation == ADD || meta.operation == INCREMENT) {
          if (meta.stored == 0) {
            set_sizes.read(meta.size, (bit<32>) meta.set);
            if (2 * (meta.size + 1) <= (bit<16>) meta.mask + 1) {
              flows.write(cell, meta.key);
              set_sizes.write((bit<32>) meta.set, meta.size + 1);
              meta.result = 1;
              if (meta.operation == INCREMENT) {
                flow_packets.write(cell, 1);
              }
            } else if (meta.mask == 255) {
              overflows.read(meta.packets, 0);
              overflows.write(0, meta.packets + 1);
            } else {
              meta.phase = MOVE_OUT;
              meta.moved_slot = 0;
            }
          } else if (meta.operation == INCREMENT) {
            flow_packets.read(meta.packets, cell);
            flow_packets.write(cell, meta.packets + 1);
          }
        } else if (meta.stored != 0) {
          if (meta.operation == REMOVE) {
            free_slot();
          } else {
            flow_packets.read(meta.packets, cell);
            flow_packets.write(cell, meta.packets - 1);
            if (meta.packets == 1) {
              free_slot();
            }
          }
        }
      }
      close_gap(); close_gap(); close_gap(); close_gap();
      if (meta.phase == FINISHED) {
        meta.operation = NO_OPERATION;
      } else {
        meta.again = 1;
      }
    }

    // What follows from it.
    bit<1> frame_ends = 0;
    if (meta.again == 0) {
      if (meta.step == JOINED) {
        if (meta.result == 1) {
          bit<32> flows_arrived;
          arrivals.read(flows_arrived, (bit<32>) (meta.in_row ++ meta.out_row));
          arrivals.write((bit<32>) (meta.in_row ++ meta.out_row), flows_arrived + 1);
        }
        meta.change = meta.frame_bytes;
        meta.decides = 1;
      } else if (meta.step == LEFT) {
        leave(meta.place);
        meta.change = 0 - meta.frame_bytes;
        meta.decides = 1;
        meta.decides_then = meta.copies;
      } else if (meta.step == HEAD) {
        if (meta.result == 1) {
          told_roots.read(meta.root, (bit<32>) meta.out_row);
          park_head();
          leave(meta.place);
        }
      } else if (meta.step == TELL && meta.operates == 1) {
        meta.step = CONGEST;
        meta.again = 1;
      } else if (meta.step == TELL) {
        frame_ends = 1;
      } else if (meta.step == CONGEST) {
        change_congested();
        next_flow();
        meta.step = TELL;
        if (hdr.ofc.flow_count == 0) {
          frame_ends = 1;
        } else {
          meta.again = 1;
        }
      } else if (meta.step == FORGET) {
        if (meta.operates == 1) {
          next_flow();
        }
        if (meta.operates == 0 || hdr.ofc.flow_count == 0) {
          frame_ends = 1;
        } else {
          meta.again = 1;
        }
      } else if (meta.step == COPY_ADD && meta.ended == 1) {
        meta.change = 0 - meta.frame_bytes;
        meta.decides = meta.decides_then;
      } else if (meta.step == LIST_CONGESTED && meta.ended == 1) {
        if (hdr.ofc.flow_count != 0) {
          meta.sends = 1;
        }
      } else if (meta.step == LIST_CLEAR && meta.ended == 1) {
        meta.sends = 1;
      } else {
        if ((meta.step == LIST_WAITING || meta.step == LIST_CONGESTED) && meta.operates == 1) {
          change_paused();
          if (meta.result == 1) {
            list_flow();
          }
        }
        if (meta.ended == 1) {
          meta.step = meta.step + 1;
          meta.cursor = 0;
        }
        meta.again = 1;
      }
    }
    if (frame_ends == 1 && meta.step == TELL) {
      queue_packets.read(meta.packets, (bit<32>) (meta.out_row ++ meta.park[1:0]));
      if (meta.packets != 0) {
        told_roots.read(meta.root, (bit<32>) meta.out_row);
        hold(meta.park, meta.root);
      }
    } else if (frame_ends == 1) {
      meta.resume_waits = 1;
      if (meta.serve == 0) {
        serve_parked();
      }
    }
    if (meta.copies == 1) {
      bit<1> all;
      all_told.read(all, (bit<32>) meta.out_row);
      all_congested.write((bit<32>) meta.out_row, all);
      change_congested();
      bit<16> told;
      set_sizes.read(told, (bit<32>) (TOLD ++ meta.out_row));
      set_sizes.read(meta.size, (bit<32>) (CONGESTED ++ meta.out_row));
      if (told != 0 || meta.size != 0) {
        meta.step = COPY_CLEAR;
        meta.cursor = 0;
        meta.decides = 0;
        meta.again = 1;
      }
    }

    bit<1> all_are_congested;
    bit<16> congested;
    all_congested.read(all_are_congested, (bit<32>) meta.out_row);
    set_sizes.read(congested, (bit<32>) (CONGESTED ++ meta.out_row));
    bool none_is_congested = congested == 0 && all_are_congested == 0;

    // Algorithm 1.
    if (meta.decides == 1) {
      bit<32> bytes_in;
      bit<32> bytes_out;
      bit<1> all;
      ingress_bytes.read(bytes_in, (bit<32>) meta.in_row);
      bytes_in = bytes_in + meta.change;
      ingress_bytes.write((bit<32>) meta.in_row, bytes_in);
      egress_bytes.read(bytes_out, (bit<32>) meta.out_row);
      all_paused.read(all, (bit<32>) meta.in_row);
      set_sizes.read(meta.size, (bit<32>) (PAUSED ++ meta.in_row));
      meta.cursor = 0;
      meta.root = meta.own_root;
      if (!none_is_congested) {
        told_roots.read(meta.root, (bit<32>) meta.out_row);
      }
      if (bytes_in >= meta.xoff) {
        if (all == 0) {
          all_paused.write((bit<32>) meta.in_row, 1);
          change_paused();
          begin_frame(OFC_PAUSE, 1);
          meta.sends = 1;
        }
      } else if (bytes_in >= meta.xoff_congested && bytes_out >= meta.xoff_congested) {
        if (all == 0) {
          bit<32> seen;
          bit<32> changes;
          bit<32> news;
          arrivals.read(news, (bit<32>) (meta.in_row ++ meta.out_row));
          congested_changes.read(changes, (bit<32>) meta.out_row);
          news = news + changes + 1;
          paused_changes.read(changes, (bit<32>) meta.in_row);
          news = news + changes;
          announced.read(seen, (bit<32>) (meta.in_row ++ meta.out_row));
          if (seen != news) {
            announced.write((bit<32>) (meta.in_row ++ meta.out_row), news);
            begin_frame(OFC_PAUSE, 0);
            meta.step = LIST_CONGESTED;
            if (congested == 0 || all_are_congested == 1) {
              meta.step = LIST_WAITING;
            }
            meta.again = 1;
          }
        }
      } else if (bytes_in <= meta.xon && (all == 1 || meta.size != 0)) {
        meta.root = 0;
        all_paused.write((bit<32>) meta.in_row, 0);
        change_paused();
        begin_frame(OFC_RESUME, all);
        if (meta.size == 0) {
          meta.sends = 1;
        } else {
          meta.step = LIST_PAUSED;
          meta.again = 1;
        }
      }
    }

    state = meta.serve;
    if (meta.park == 2) {
      state = state | 4;
    }
    state = 3w0 ++ meta.resume_waits ++ meta.normal_held ++ state[2:0];
    queue_states.write((bit<32>) meta.out_row, state);
    if (meta.serve == 0 && none_is_congested) {
      losslab_watched_heads.write((bit<32>) meta.out_port, 0);
    } else {
      losslab_watched_heads.write((bit<32>) meta.out_port, 1);
    }
    if (meta.again == 1) {
      standard.egress_spec = meta.in_port;
    } else if (meta.sends == 1) {
      standard.egress_spec = meta.in_port;
      losslab_signal_root.write((bit<32>) meta.in_port, meta.root);
    } else {
      mark_to_drop(standard);
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

  // The zeros behind the flows, up to the least length of a frame.
  @hidden
  action end_frame() {
    bit<32> bytes = BEFORE_FLOWS_BYTES + ((bit<32>) hdr.ofc.flow_count << 3);
    if (bytes < EMPTY_FRAME_BYTES) {
      bytes = EMPTY_FRAME_BYTES;
    }
    truncate(bytes);
  }

  apply {
    if (meta.again == 1) {
      recirculate_preserving_field_list(1);
      return;
    }
    if (hdr.ofc.isValid()) {
      port_macs.apply();
      end_frame();
    }
    tx.count((bit<32>) standard.egress_port);
  }
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr);
  }
}

@pkginfo(name = "ofc", version = "1")
V1Switch(parse(), skip_verification(), ingress(), egress(), skip_update(), deparse()) main;
