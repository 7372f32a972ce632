// Pyrrha for Tofino2: congestion root matcher, queue manager, queue state detector and signal packet module (Pyrrha,
// section V-A), with single-tier queues, as the traffic manager has no hierarchy.
//
// A slot is a pair of an egress port of this switch and a port of the network that may be its congestion root; the
// controller numbers the pairs that routes can meet. The slot of a port and itself is the port's own, its output queue's.
// A data packet learns from its egress port and destination the slots of the next switch's port (near) and of the one
// after it (far); the farthest assigned one gives its queue, else it goes to the output queue, which nothing pauses.
//
// A stateful register is accessed once by a packet and has its place in a stage, so what needs a second access goes
// through the packet generator, as signals do: a queue is freed in two further passes, FREE and RELEASE. The free queues of
// a port are a ring and not the paper's stack, so a queue just given back is handed out last. A place of the ring that was
// never written stands for the queue of its number, so the ring needs no initialisation.
//
// MERGE resumes the old root's queue, which is freed once it is empty (soft merging), and goes on upstream. It assigns no
// queue for the new root; the new root's own PAUSE does.
// Routes, paths, states, ring, records, depth, level, paused flag: nineteen stages of twenty.

#include <core.p4>
#include <t2na.p4>
#include "../common/headers.p4"
#include "sizes.p4"
#include "counting_egress.p4"

const bit<32> DEPTH_CELLS = 4096;
const bit<32> SLOTS = 4096;
// A flag for each pair of slot and upstream port, of which there are 32.
const bit<32> UPSTREAM_CELLS = 131072;
// Watched ports, with 128 places of the ring each.
const bit<32> ROWS = 32;
const bit<32> RING_PLACES = 4096;
// Generator's bytes after the request: zeros that fill the frame to 60 bytes.
const bit<10> PADDING_BYTES = 26;
const bit<14> PADDING_ADDRESS = 0;

const bit<2> BETWEEN = 0;
const bit<2> ABOVE = 1;
const bit<2> BELOW = 2;

// Not on any wire: unassigns a slot that is resumed and whose queue is empty; gives the queue back.
const bit<8> FREE = 0x80;
const bit<8> RELEASE = 0x81;

const bit<8> UNASSIGNED = 0;
const bit<8> PAUSED = 1;
const bit<8> RESUMED = 2;

// What the deparser hands the packet generator, and finds again in the generated packet: 16 bytes, the most there are.
header request_t {
  bit<8>  opcode;
  bit<8>  row;
  bit<16> slot;
  bit<16> old_slot;
  bit<16> port;
  bit<8>  queue;
  bit<56> reserved;
}

// The deparser passes whole containers: these make 16 bytes.
@pa_container_size("ingress", "hdr.request.opcode", 8)
@pa_container_size("ingress", "hdr.request.row", 8)
@pa_container_size("ingress", "hdr.request.slot", 16)
@pa_container_size("ingress", "hdr.request.old_slot", 16)
@pa_container_size("ingress", "hdr.request.port", 16)
@pa_container_size("ingress", "hdr.request.queue", 8)
@pa_container_size("ingress", "hdr.request.reserved", 32, 16, 8)
struct headers_t {
  pktgen_timer_header_t    timer;
  pktgen_deparser_header_t generated;
  request_t                request;
  ethernet_t               ethernet;
  local_t                  local;
  pyrrha_t                 pyrrha;
  vlan_t                   vlan;
  ipv4_t                   ipv4;
  ports_t                  ports;
  udp_t                    udp;
  bth_t                    bth;
}

struct metadata_t {
  bit<16> src_port;
  bit<16> dst_port;
  bit<8>  logical_switch;
  bit<8>  opcode;
  bit<32> root_switch;
  bit<32> root_port;
  bit<5>  row;
  bit<5>  upstream;
  bit<12> slot;
  bit<12> near_slot;
  bit<12> far_slot;
  bit<12> own_slot;
  bit<12> old_slot;
  bit<8>  near_state;
  bit<8>  far_state;
  bit<8>  state;
  bit<8>  claimed;
  bit<8>  place;
  bit<8>  queue;
  bit<8>  own_queue;
  bit<8>  last_place;
  bit<9>  mac;
  bit<8>  first_queue;
  bit<8>  mac_queue;
  bit<1>  credit;
  bit<12> ring_cell;
  bit<17> upstream_cell;
  bit<12> depth_cell;
  bit<32> depth;
  bit<8>  profile;
  bit<2>  level;
  bit<1>  was_paused;
  bit<1>  watched;
}

#include "queue_depth.p4"

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
    meta.opcode = 0;
    meta.root_switch = 0;
    meta.root_port = 0;
    meta.row = 0;
    meta.upstream = 0;
    meta.slot = 0;
    meta.near_slot = 0;
    meta.far_slot = 0;
    meta.own_slot = 0;
    meta.old_slot = 0;
    meta.near_state = UNASSIGNED;
    meta.far_state = UNASSIGNED;
    meta.state = UNASSIGNED;
    meta.claimed = 0;
    meta.place = 0;
    meta.queue = 0;
    meta.own_queue = 0;
    meta.last_place = 0;
    meta.mac = 0;
    meta.first_queue = 0;
    meta.mac_queue = 0;
    meta.credit = 0;
    meta.depth_cell = 0;
    meta.depth = 0;
    meta.profile = 0;
    meta.level = BETWEEN;
    meta.was_paused = 0;
    meta.watched = 0;
    transition select(ingress_md.ingress_port) {
      GENERATOR_PORT &&& GENERATOR_PORT_MASK: generator;
      default: ethernet;
    }
  }

  state generator {
    transition select(packet.lookahead<bit<8>>()) {
      APPLICATION_TIMER &&& APPLICATION_MASK: timer;
      APPLICATION_SIGNAL &&& APPLICATION_MASK: generated;
      default: accept;
    }
  }

  state timer {
    packet.extract(hdr.timer);
    transition accept;
  }

  state generated {
    packet.extract(hdr.generated);
    packet.extract(hdr.request);
    meta.opcode = hdr.request.opcode;
    transition accept;
  }

  state ethernet {
    packet.extract(hdr.ethernet);
    transition select(hdr.ethernet.ether_type) {
      ETHERTYPE_IPV4: ipv4;
      ETHERTYPE_VLAN: vlan;
      ETHERTYPE_LOCAL: local;
      default: accept;
    }
  }

  // A state may copy only what it extracted itself, so each chooses the next by looking ahead.
  state local {
    transition select(packet.lookahead<bit<16>>()) {
      0x5903: merge;
      0x5900 &&& 0xFF00: other_frame;
      default: accept;
    }
  }

  state merge {
    packet.extract(hdr.local);
    meta.opcode = hdr.local.magic[7:0];
    transition merge_roots;
  }

  state merge_roots {
    packet.extract(hdr.pyrrha);
    meta.root_switch = hdr.pyrrha.old_switch;
    meta.root_port = hdr.pyrrha.old_port;
    transition accept;
  }

  state other_frame {
    packet.extract(hdr.local);
    meta.opcode = hdr.local.magic[7:0];
    transition other_root;
  }

  state other_root {
    packet.extract(hdr.pyrrha);
    meta.root_switch = hdr.pyrrha.root_switch;
    meta.root_port = hdr.pyrrha.root_port;
    transition accept;
  }

#include "../common/parse_data.p4"
}

control ingress(
    inout headers_t hdr,
    inout metadata_t meta,
    in ingress_intrinsic_metadata_t ingress_md,
    in ingress_intrinsic_metadata_from_parser_t parser_md,
    inout ingress_intrinsic_metadata_for_deparser_t deparser_md,
    inout ingress_intrinsic_metadata_for_tm_t tm_md,
    in ghost_intrinsic_metadata_t ghost_md) {
  @id(1)
  Counter<bit<64>, PortId_t>(PORT_CELLS, CounterType_t.PACKETS_AND_BYTES) rx;
  @id(3)
  Counter<bit<32>, bit<12>>(SLOTS, CounterType_t.PACKETS) pauses_sent;
  @id(4)
  Counter<bit<32>, bit<12>>(SLOTS, CounterType_t.PACKETS) resumes_sent;
  @id(5)
  Counter<bit<32>, bit<12>>(SLOTS, CounterType_t.PACKETS) isolated_packets;

  // The congestion-root table, one for each distance (IsAssigned of the paper): state of each slot.
  @id(2)
  Register<bit<8>, bit<12>>(SLOTS) near_states;
  @id(3)
  Register<bit<8>, bit<12>>(SLOTS) far_states;
  // QueueId record: the isolation queue of each assigned slot.
  @id(4)
  Register<bit<8>, bit<12>>(SLOTS) queue_records;
  // QueueId stack, here a ring for each port: place to take next, place to give back to, and the queues, 0 where none was
  // given back yet.
  @id(5)
  Register<bit<8>, bit<5>>(ROWS) ring_heads;
  @id(6)
  Register<bit<8>, bit<5>>(ROWS) ring_tails;
  @id(7)
  Register<bit<8>, bit<12>>(RING_PLACES) ring_queues;
  // Whether a port's output queue has claimed to be a congestion root.
  @id(8)
  Register<bit<8>, bit<5>>(ROWS) claims;
  // Whether an upstream port is paused for a slot.
  @id(9)
  Register<bit<1>, bit<17>>(UPSTREAM_CELLS) upstream_paused;

  RegisterAction<bit<32>, bit<12>, bit<32>>(queue_depths) read_depth = {
    void apply(inout bit<32> value, out bit<32> depth) {
      depth = value;
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(near_states) read_near = {
    void apply(inout bit<8> value, out bit<8> state) {
      state = value;
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(near_states) pause_near = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = PAUSED;
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(near_states) resume_near = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      if (value == PAUSED) {
        value = RESUMED;
      }
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(near_states) free_near = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      if (value == RESUMED) {
        value = UNASSIGNED;
      }
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(far_states) read_far = {
    void apply(inout bit<8> value, out bit<8> state) {
      state = value;
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(far_states) pause_far = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = PAUSED;
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(far_states) resume_far = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      if (value == PAUSED) {
        value = RESUMED;
      }
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(far_states) free_far = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      if (value == RESUMED) {
        value = UNASSIGNED;
      }
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(queue_records) read_record = {
    void apply(inout bit<8> value, out bit<8> queue) {
      queue = value;
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(queue_records) write_record = {
    void apply(inout bit<8> value, out bit<8> queue) {
      value = meta.queue;
      queue = value;
    }
  };
  RegisterAction<bit<8>, bit<5>, bit<8>>(ring_heads) take_place = {
    void apply(inout bit<8> value, out bit<8> place) {
      place = value;
      if (value == meta.last_place) {
        value = 0;
      } else {
        value = value + 1;
      }
    }
  };
  RegisterAction<bit<8>, bit<5>, bit<8>>(ring_tails) give_place = {
    void apply(inout bit<8> value, out bit<8> place) {
      place = value;
      if (value == meta.last_place) {
        value = 0;
      } else {
        value = value + 1;
      }
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(ring_queues) give_queue = {
    void apply(inout bit<8> value) {
      value = hdr.request.queue;
    }
  };
  RegisterAction<bit<8>, bit<12>, bit<8>>(ring_queues) take_queue = {
    void apply(inout bit<8> value, out bit<8> queue) {
      queue = value;
    }
  };
  RegisterAction<bit<8>, bit<5>, bit<8>>(claims) claim = {
    void apply(inout bit<8> value) {
      value = 1;
    }
  };
  RegisterAction<bit<8>, bit<5>, bit<8>>(claims) drop_claim = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = 0;
    }
  };
  RegisterAction<bit<1>, bit<17>, bit<1>>(upstream_paused) pause_upstream = {
    void apply(inout bit<1> value, out bit<1> before) {
      before = value;
      value = 1;
    }
  };
  RegisterAction<bit<1>, bit<17>, bit<1>>(upstream_paused) resume_upstream = {
    void apply(inout bit<1> value, out bit<1> before) {
      before = value;
      value = 0;
    }
  };

  Hash<bit<32>>(HashAlgorithm_t.IDENTITY) flow_control_word;

#include "routes.p4"

  // Upstream ports, numbered within the switch.
  @id(2)
  action set_upstream(bit<5> upstream) {
    meta.upstream = upstream;
  }

  @id(2)
  table upstreams {
    key = { ingress_md.ingress_port: exact; }
    actions = { set_upstream; NoAction; }
    const default_action = NoAction();
    size = PORT_CELLS;
  }

  @id(3)
  action watch(bit<5> row, bit<12> own_slot, bit<8> own_queue, bit<8> profile) {
    meta.watched = 1;
    meta.row = row;
    meta.own_slot = own_slot;
    meta.own_queue = own_queue;
    meta.profile = profile;
  }

  @id(3)
  table ports {
    key = { tm_md.ucast_egress_port: exact; }
    actions = { watch; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }

  @id(4)
  action set_near_slot(bit<12> slot) {
    meta.near_slot = slot;
  }

  @id(5)
  action set_far_slot(bit<12> slot) {
    meta.far_slot = slot;
  }

  // The path calculation unit. Slot 0 is unused.
  @id(4)
  table near_paths {
    key = {
      tm_md.ucast_egress_port: exact;
      hdr.ipv4.dst_addr: lpm;
    }
    actions = { set_near_slot; NoAction; }
    const default_action = NoAction();
    size = ROUTES;
  }

  @id(5)
  table far_paths {
    key = {
      tm_md.ucast_egress_port: exact;
      hdr.ipv4.dst_addr: lpm;
    }
    actions = { set_far_slot; NoAction; }
    const default_action = NoAction();
    size = ROUTES;
  }

  // Slots of the near table and of the far one; own_slot is the port's own.
  @id(6)
  action set_frame_near(bit<12> slot, bit<5> row, bit<12> own_slot) {
    meta.near_slot = slot;
    meta.slot = slot;
    meta.row = row;
    meta.own_slot = own_slot;
  }

  @id(7)
  action set_frame_far(bit<12> slot, bit<5> row, bit<12> own_slot) {
    meta.far_slot = slot;
    meta.slot = slot;
    meta.row = row;
    meta.own_slot = own_slot;
  }

  // The root a frame is about, as the port it came in by knows it. A port is no root of itself: a PAUSE that came round a
  // loop finds no entry (Pyrrha, section IV-E).
  @id(6)
  table frame_roots {
    key = {
      ingress_md.ingress_port: exact;
      meta.root_switch: exact;
      meta.root_port: exact;
    }
    actions = { set_frame_near; set_frame_far; NoAction; }
    const default_action = NoAction();
    size = SLOTS;
  }

  @id(8)
  action set_merged_slot(bit<12> slot) {
    meta.old_slot = meta.slot;
    meta.slot = slot;
  }

  // The new root of a MERGE.
  @id(7)
  table merged_roots {
    key = {
      ingress_md.ingress_port: exact;
      hdr.pyrrha.root_switch: exact;
      hdr.pyrrha.root_port: exact;
    }
    actions = { set_merged_slot; NoAction; }
    const default_action = NoAction();
    size = SLOTS;
  }

  @id(9)
  action sweep_own(bit<5> row, bit<12> slot, bit<8> queue, bit<8> profile, bit<5> upstream, bit<16> port) {
    watch(row, slot, queue, profile);
    meta.upstream = upstream;
    hdr.request.port = port;
  }

  @id(10)
  action sweep_near(bit<5> row, bit<12> slot, bit<8> profile, bit<5> upstream, bit<16> port) {
    watch(row, 0, 0, profile);
    meta.near_slot = slot;
    meta.upstream = upstream;
    hdr.request.port = port;
  }

  @id(11)
  action sweep_far(bit<5> row, bit<12> slot, bit<8> profile, bit<5> upstream, bit<16> port) {
    watch(row, 0, 0, profile);
    meta.far_slot = slot;
    meta.upstream = upstream;
    hdr.request.port = port;
  }

  // The timer's packets number the pairs of slot and upstream port: queues drain while no packet comes.
  @id(8)
  table sweeps {
    key = { hdr.timer.packet_id: exact; }
    actions = { sweep_own; sweep_near; sweep_far; NoAction; }
    const default_action = NoAction();
    size = 16384;
  }

  @id(12)
  action above() {
    meta.level = ABOVE;
  }

  @id(13)
  action below() {
    meta.level = BELOW;
  }

  // K_pause and K_resume in buffer cells: a gateway compares with constants only, so they are ranges of a table.
  @id(9)
  table levels {
    key = {
      meta.profile: exact;
      meta.depth[19:0]: range @name("depth");
    }
    actions = { above; below; NoAction; }
    const default_action = NoAction();
    size = 64;
  }

  @id(14)
  action set_root(bit<32> root_switch, bit<32> root_port, bit<16> hops) {
    hdr.pyrrha.root_switch = root_switch;
    hdr.pyrrha.root_port = root_port;
    hdr.pyrrha.hops = hops;
  }

  // Names and distances of the roots in the signals that leave.
  @id(10)
  table roots {
    key = { hdr.request.slot: exact; }
    actions = { set_root; NoAction; }
    const default_action = NoAction();
    size = SLOTS;
  }

  @id(15)
  action set_old_root(bit<32> root_switch, bit<32> root_port) {
    hdr.pyrrha.old_switch = root_switch;
    hdr.pyrrha.old_port = root_port;
  }

  @id(11)
  table old_roots {
    key = { hdr.request.old_slot: exact; }
    actions = { set_old_root; NoAction; }
    const default_action = NoAction();
    size = SLOTS;
  }

  @id(16)
  action send_to_port(QueueId_t control_queue) {
    tm_md.ucast_egress_port = (PortId_t) hdr.request.port;
    tm_md.qid = control_queue;
  }

  @id(17)
  action send_to_group(bit<16> group, QueueId_t control_queue) {
    tm_md.mcast_grp_a = group;
    tm_md.qid = control_queue;
  }

  // PAUSE and RESUME go to one port, MERGE to all others than the row's; a port that holds no queue for the old root
  // ignores it.
  @id(12)
  table signal_ports {
    key = {
      hdr.request.opcode: exact;
      hdr.request.row: exact;
    }
    actions = { send_to_port; send_to_group; NoAction; }
    const default_action = NoAction();
    size = 128;
  }

  @id(18)
  action set_ring(bit<8> last_place, bit<9> mac, bit<7> first_queue) {
    meta.last_place = last_place;
    meta.mac = mac;
    meta.first_queue = (bit<8>) first_queue;
  }

  // How many isolation queues a port has, and where the traffic manager has its queues: pipe, MAC and zeros, and the
  // queue of the MAC that is the port's first.
  @id(13)
  table rings {
    key = { meta.row: exact; }
    actions = { set_ring; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }

  @hidden
  action request_signal(bit<8> opcode) {
    hdr.request.opcode = opcode;
    hdr.request.row = (bit<8>) meta.row;
    hdr.request.slot = (bit<16>) meta.slot;
    hdr.request.old_slot = (bit<16>) meta.old_slot;
    hdr.request.queue = meta.queue;
    hdr.request.reserved = 0;
    deparser_md.pktgen = 1;
    deparser_md.pktgen_address = PADDING_ADDRESS;
    deparser_md.pktgen_length = PADDING_BYTES;
  }

  @hidden
  action build_signal() {
    hdr.ethernet.setValid();
    hdr.ethernet.dst_addr = MAC_CONTROL_ADDRESS;
    hdr.ethernet.src_addr = 0;
    hdr.ethernet.ether_type = ETHERTYPE_LOCAL;
    hdr.local.setValid();
    hdr.local.magic = LOCAL_PYRRHA ++ hdr.request.opcode;
    hdr.pyrrha.setValid();
    hdr.pyrrha.old_switch = 0;
    hdr.pyrrha.old_port = 0;
  }

  @hidden
  action find_mac_queue() {
    meta.mac_queue = meta.first_queue + meta.queue;
  }

  // The word of the traffic manager: queue flow control 1 bit, pipe 2, MAC 4 and zero 3, queue of the MAC 7, credit 15
  // (1 pauses, 0 resumes). An action cannot shift fields into one word; a hash that is the identity can.
  @hidden
  action write_flow_control() {
    deparser_md.adv_flow_ctl =
        flow_control_word.get({ 1w1, meta.mac, meta.mac_queue[6:0], 14w0, meta.credit });
  }

  @hidden
  action find_ring_cell() {
    meta.ring_cell = meta.row ++ meta.place[6:0];
  }

  // Isolation queues count from 1.
  @hidden
  action first_round() {
    meta.queue = meta.place + 1;
  }

  @hidden
  action find_cells() {
    meta.depth_cell = meta.row ++ meta.queue[6:0];
    meta.upstream_cell = meta.slot ++ meta.upstream;
  }

  apply {
    if (hdr.generated.isValid()) {
      if (meta.opcode < FREE) {
        build_signal();
        roots.apply();
        if (meta.opcode == PYRRHA_MERGE) {
          old_roots.apply();
        }
        signal_ports.apply();
      } else {
        deparser_md.drop_ctl = DROP;
        meta.row = hdr.request.row[4:0];
        meta.slot = hdr.request.slot[11:0];
      }
    } else {
      hdr.request.setValid();
      if (hdr.timer.isValid()) {
        deparser_md.drop_ctl = DROP;
        sweeps.apply();
      } else {
        rx.count(ingress_md.ingress_port);
        port_to_switch.apply();
        upstreams.apply();
        hdr.request.port = (bit<16>) ingress_md.ingress_port;
        if (hdr.pyrrha.isValid()) {
          deparser_md.drop_ctl = DROP;
          frame_roots.apply();
        } else if (!hdr.ipv4.isValid()) {
          deparser_md.drop_ctl = DROP;
        } else if (routes.apply().hit) {
          ports.apply();
          near_paths.apply();
          far_paths.apply();
        } else {
          deparser_md.drop_ctl = DROP;
        }
      }
    }

    // The congestion-root table. FREE comes with the slot in both places, as the states of the other table are not resumed.
    if (meta.opcode == FREE) {
      meta.near_state = free_near.execute(meta.slot);
      meta.far_state = free_far.execute(meta.slot);
    } else if (hdr.pyrrha.isValid() && !hdr.generated.isValid()) {
      if (meta.near_slot != 0) {
        if (meta.opcode == PYRRHA_PAUSE) {
          meta.near_state = pause_near.execute(meta.near_slot);
        } else {
          meta.near_state = resume_near.execute(meta.near_slot);
        }
        meta.state = meta.near_state;
      } else if (meta.far_slot != 0) {
        if (meta.opcode == PYRRHA_PAUSE) {
          meta.far_state = pause_far.execute(meta.far_slot);
        } else {
          meta.far_state = resume_far.execute(meta.far_slot);
        }
        meta.state = meta.far_state;
      }
    } else {
      meta.near_state = read_near.execute(meta.near_slot);
      meta.far_state = read_far.execute(meta.far_slot);
    }

    rings.apply();

    // The queue manager's ring: a place is taken for a root that had no queue, and given back by RELEASE.
    if (meta.opcode == RELEASE) {
      meta.place = give_place.execute(meta.row);
      find_ring_cell();
      give_queue.execute(meta.ring_cell);
    } else if (hdr.pyrrha.isValid() && meta.opcode == PYRRHA_PAUSE && meta.slot != 0 && meta.state == UNASSIGNED) {
      meta.place = take_place.execute(meta.row);
      find_ring_cell();
      meta.queue = take_queue.execute(meta.ring_cell);
      if (meta.queue == 0) {
        first_round();
      }
    }

    if (hdr.generated.isValid()) {
      // Nothing to do for a signal; FREE goes on as RELEASE.
      if (meta.opcode == FREE && (meta.near_state == RESUMED || meta.far_state == RESUMED)) {
        meta.queue = read_record.execute(meta.slot);
        request_signal(RELEASE);
      }
    } else if (hdr.pyrrha.isValid()) {
      if (meta.slot != 0) {
        if (meta.opcode == PYRRHA_PAUSE) {
          if (meta.state == UNASSIGNED) {
            meta.queue = write_record.execute(meta.slot);
          } else {
            meta.queue = read_record.execute(meta.slot);
          }
          find_mac_queue();
          meta.credit = 1;
          write_flow_control();
          // A claimed root that hears of one further down is none: its tree is merged into the other.
          meta.claimed = drop_claim.execute(meta.row);
          if (meta.claimed == 1) {
            meta.old_slot = meta.own_slot;
            request_signal(PYRRHA_MERGE);
          }
        } else if (meta.state != UNASSIGNED) {
          meta.queue = read_record.execute(meta.slot);
          find_mac_queue();
          write_flow_control();
          if (meta.opcode == PYRRHA_MERGE) {
            if (merged_roots.apply().hit) {
              request_signal(PYRRHA_MERGE);
            }
          }
        }
      }
    } else if (meta.watched == 1) {
      // The farthest assigned root decides, as it is the last to be waited for.
      meta.queue = meta.own_queue;
      meta.slot = meta.own_slot;
      if (meta.far_state != UNASSIGNED) {
        meta.slot = meta.far_slot;
        meta.state = meta.far_state;
      } else if (meta.near_state != UNASSIGNED) {
        meta.slot = meta.near_slot;
        meta.state = meta.near_state;
      }
      if (meta.state != UNASSIGNED) {
        meta.queue = read_record.execute(meta.slot);
        isolated_packets.count(meta.slot);
      }
      tm_md.qid = meta.queue[6:0];
      find_cells();
      meta.depth = read_depth.execute(meta.depth_cell);
      levels.apply();
      if (meta.level == ABOVE && !hdr.timer.isValid()) {
        meta.was_paused = pause_upstream.execute(meta.upstream_cell);
        if (meta.was_paused == 0) {
          request_signal(PYRRHA_PAUSE);
          pauses_sent.count(meta.slot);
        }
        if (meta.state == UNASSIGNED) {
          claim.execute(meta.row);
        }
      } else if (meta.level == BELOW) {
        meta.was_paused = resume_upstream.execute(meta.upstream_cell);
        if (meta.was_paused == 1) {
          request_signal(PYRRHA_RESUME);
          resumes_sent.count(meta.slot);
        } else if (hdr.timer.isValid() && meta.state == RESUMED && meta.depth == 0) {
          request_signal(FREE);
        }
      }
    }
  }
}

control deparse_ingress(
    packet_out packet,
    inout headers_t hdr,
    in metadata_t meta,
    in ingress_intrinsic_metadata_for_deparser_t deparser_md) {
  Pktgen() signals;

  apply {
    if (deparser_md.pktgen == 1) {
      signals.emit(hdr.request);
    }
    packet.emit(hdr.ethernet);
    packet.emit(hdr.local);
    packet.emit(hdr.pyrrha);
    packet.emit(hdr.vlan);
    packet.emit(hdr.ipv4);
    packet.emit(hdr.ports);
    packet.emit(hdr.udp);
    packet.emit(hdr.bth);
  }
}

Pipeline(parse_ingress(), ingress(), deparse_ingress(), parse_egress(), egress(), deparse_egress(), ghost()) pipe;

@pkginfo(name = "pyrrha", version = "1")
Switch(pipe) main;
