// Pyrrha for v1model: routes, path calculation and congestion-root tables (Pyrrha, sections IV-A and IV-B), the hierarchy of
// isolation queues (IV-C), and PAUSE, RESUME, MERGE and DEALLOCATE (IV-D).
//
// standard.priority is the class of a packet; its queue is written to losslab_join: 0 the output queue, 1 to 100 isolation
// queues. A packet's tag is the root whose isolation queue it is in. A switch of losslab reports every packet that joins,
// heads or leaves a queue (queue_events.p4); a signal is a copy of the packet on which the program works, turned into the
// frame. What takes a loop takes several rounds: the packet is resubmitted, or, with a signal, its other copy recirculates. For
// bmv2 there are no reports: no root is detected there, and frames that come in only change the tables.
//
// Ports of the device are 1 to 63; so are their numbers as roots. Sets of ports are masks: bit p is port p.

#include <core.p4>
#include <v1model.p4>
#include "../common/headers.p4"
#include "queue_events.p4"

// What a frame of Pyrrha lacks of 60 bytes.
header pyrrha_padding_t {
  bit<208> zeros;
}

struct headers_t {
  ethernet_t       ethernet;
  local_t          local;
  queue_event_t    event;
  pyrrha_t         pyrrha;
  pyrrha_padding_t pyrrha_padding;
  ethernet_t       inner_ethernet;
  vlan_t           vlan;
  ipv4_t           ipv4;
  ports_t          ports;
  udp_t            udp;
  bth_t            bth;
}

struct metadata_t {
  bit<16> src_port;
  bit<16> dst_port;
  bit<8>  logical_switch;
  bit<32> hash_seed;

  // What is being done, kept from round to round, and what comes after it.
  @field_list(1) bit<8>  step;
  @field_list(1) bit<8>  then;
  // The port of the queue that is meant, and the one by which the packet came in.
  @field_list(1) bit<9>  out_port;
  @field_list(1) bit<9>  in_port;
  @field_list(1) bit<3>  class_of_packet;
  @field_list(1) bit<7>  queue;
  @field_list(1) bit<7>  left_queue;
  @field_list(1) bit<1>  moving;
  @field_list(1) bit<1>  leaving;
  @field_list(1) bit<1>  may_end;
  @field_list(1) bit<32> frame_bytes;
  bit<16> frame_tag;
  @field_list(1) bit<11> tag;
  // The place that a flow's path has been followed to.
  @field_list(1) bit<12> at_switch;
  @field_list(1) bit<32> at_seed;
  @field_list(1) bit<5>  hop;
  @field_list(1) bit<1>  passed;
  // Roots of a frame; the root that changes; the root whose upstreams are signalled.
  @field_list(1) bit<11> root;
  @field_list(1) bit<11> old_root;
  @field_list(1) bit<16> hops;
  @field_list(1) bit<7>  shared_queue;
  @field_list(1) bit<11> subject;
  @field_list(1) bit<2>  next_state;
  @field_list(1) bit<11> claim;
  // Place in a list of roots, and what was found there.
  @field_list(1) bit<11> cursor;
  @field_list(1) bit<11> seen;
  @field_list(1) bit<64> rest;
  @field_list(1) bit<6>  free_row;
  @field_list(1) bit<1>  drains_left;
  @field_list(1) bit<1>  all_roots;

  // What is set for the port.
  bit<64> own_root;
  bit<32> pause_bytes;
  bit<32> resume_bytes;
  bit<7>  last_queue;
  bit<64> isolating;
  bit<12> next_switch;
  bit<32> next_seed;

  bit<6>  row;
  bit<9>  at_port;
  bit<11> hop_root;
  bit<64> mask;
  bit<6>  lowest;
  bit<64> demanding;
  bit<64> paused;
  bit<64> resumed;
  bit<8>  state;
  bit<7>  its_queue;
  bit<32> packets;
  bit<16> count;
  bit<16> others;
  bit<1>  flag;
  bit<1>  found;
  bit<1>  needed;
  bit<1>  again;

  // The frame that is sent.
  bit<1>  sends;
  bit<8>  opcode;
  bit<9>  signal_port;
  bit<64> signal_root;
  bit<64> signal_old_root;
  bit<16> signal_hops;
}

#include "plain.p4"

// 128 queues of each port.
const bit<32> QUEUE_CELLS = 65536;

const bit<32> ROWS = 64;
const bit<32> ROOTS = 2048;
// A cell for each port and root, and for each port and queue.
const bit<32> ROOT_CELLS = 131072;
const bit<32> PLACES = 8192;
const bit<32> PATHS = 65536;
const bit<5> MOST_HOPS = 16;
const bit<32> FRAME_BYTES = 60;

// State of a root at a port (Figure 6), in bits 0 and 1, 0 where it has none; bit 2: a PAUSE has named it.
const bit<2> PAUSED = 1;
const bit<2> RESUMED = 2;
const bit<2> SOFT_MERGING = 3;

const bit<7> OUTPUT_QUEUE = 0;
// A queue that drains is served before all others.
const bit<8> DRAIN_LEVEL = 3;

const bit<8> FRESH = 0;
// A packet that comes in, or heads an isolation queue: its path is followed.
const bit<8> PICK = 1;
const bit<8> HEAD = 2;
// A packet is in a queue, or no longer.
const bit<8> ENTER = 3;
const bit<8> LEAVE = 4;
// The roots of a queue that has become short, and the upstreams of one that may send again.
const bit<8> RELAX = 5;
const bit<8> TAKE_BACK = 6;
const bit<8> CLAIM = 7;
// A root changes its state; which root stops its queue; the upstreams of one go to another.
const bit<8> BECOME = 8;
const bit<8> FIND = 9;
const bit<8> PASS_ON = 10;
// Roots that have ended are freed, at all ports or at one.
const bit<8> SETTLE = 11;
const bit<8> FREE = 12;
const bit<8> END = 13;

parser parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  // Only a path needs the packet again.
  state start {
    meta.src_port = 0;
    meta.dst_port = 0;
    meta.logical_switch = 0;
    meta.hash_seed = 0;
    transition select(meta.step) {
      FRESH: ethernet;
      PICK: ethernet;
      HEAD: ethernet;
      default: accept;
    }
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

  state local {
    packet.extract(hdr.local);
    transition select(hdr.local.magic) {
      LOCAL_DEPARTURE: event;
      default: signal;
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

  state signal {
    transition select(hdr.local.magic[15:8]) {
      LOCAL_PYRRHA: pyrrha;
      default: accept;
    }
  }

  state pyrrha {
    packet.extract(hdr.pyrrha);
    transition accept;
  }

#include "../common/parse_data.p4"
}

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000001)
  counter(PORT_CELLS, CounterType.packets_and_bytes) rx;

#include "queue_registers.p4"
#include "queue_event_registers.p4"
#include "queue_choice_registers.p4"

  // The congestion-root table of a port: state of each root, its isolation queue, and the roots before and after it in the
  // order in which they came.
  @id(0x16000001)
  register<bit<8>>(ROOT_CELLS) root_states;

  @id(0x16000002)
  register<bit<7>>(ROOT_CELLS) root_queues;

  @id(0x16000003)
  register<bit<11>>(ROOT_CELLS) roots_before;

  @id(0x16000004)
  register<bit<11>>(ROOT_CELLS) roots_after;

  @id(0x16000005)
  register<bit<11>>(ROWS) first_roots;

  @id(0x16000006)
  register<bit<11>>(ROWS) last_roots;

  @id(0x16000007)
  register<bit<16>>(ROWS) root_counts;

  @id(0x16000008)
  register<bit<16>>(ROWS) merging_counts;

  // Ports that have roots.
  @id(0x16000009)
  register<bit<64>>(1) rooted_ports;

  // Isolation queues of a port: which are assigned (two cells), how many, and packets in all of them.
  @id(0x1600000A)
  register<bit<64>>(128) queues_assigned;

  @id(0x1600000B)
  register<bit<16>>(ROWS) queues_in_use;

  @id(0x1600000C)
  register<bit<32>>(ROWS) isolated_packets;

  // Of each queue: frame bytes, packets, its only root (0 with none or several), roots, roots that are paused, roots that
  // gave up, whether all did, and the root on whose account it is held.
  @id(0x1600000D)
  register<bit<32>>(PLACES) queue_bytes;

  @id(0x1600000E)
  register<bit<32>>(PLACES) queue_packets;

  @id(0x1600000F)
  register<bit<11>>(PLACES) only_roots;

  @id(0x16000020)
  register<bit<16>>(PLACES) queue_roots;

  @id(0x16000021)
  register<bit<16>>(PLACES) queue_paused;

  @id(0x16000022)
  register<bit<16>>(PLACES) queue_merging;

  @id(0x16000023)
  register<bit<1>>(PLACES) queue_drains;

  @id(0x16000024)
  register<bit<11>>(PLACES) held_for;

  // Bytes of the output queue and of queues that drain, and whether the port claims to be a root.
  @id(0x16000025)
  register<bit<32>>(ROWS) uncontrolled_bytes;

  @id(0x16000026)
  register<bit<1>>(ROWS) claimed;

  // Of each root: its name, its distance from upstreams (0 unknown), and the ports that have it in their table.
  @id(0x16000027)
  register<bit<64>>(ROOTS) root_names;

  @id(0x16000028)
  register<bit<16>>(ROOTS) upstream_hops;

  @id(0x16000029)
  register<bit<64>>(ROOTS) holders;

  // Of each root: ingress ports whose upstream is paused, and whose upstream was resumed and may hold a queue.
  @id(0x1600002A)
  register<bit<64>>(ROOTS) paused_upstreams;

  @id(0x1600002B)
  register<bit<64>>(ROOTS) resumed_upstreams;

  // Who wants whom paused for a root: by egress port the ingress ports, and the reverse.
  @id(0x1600002C)
  register<bit<64>>(ROOT_CELLS) demands;

  @id(0x1600002D)
  register<bit<64>>(ROOT_CELLS) demanders;

#include "routes.p4"

#include "classes.p4"

  @id(0x01000003)
  action watch(bit<64> root, bit<32> pause_bytes, bit<32> resume_bytes, bit<7> last_queue, bit<64> isolating,
      bit<12> next_switch, bit<32> next_seed) {
    meta.own_root = root;
    meta.pause_bytes = pause_bytes;
    meta.resume_bytes = resume_bytes;
    meta.last_queue = last_queue;
    meta.isolating = isolating;
    meta.next_switch = next_switch;
    meta.next_seed = next_seed;
  }

  // Ports that run Pyrrha: the name of each as a root, K_pause and K_resume in bytes, its isolation queues, the ports of the
  // device whose neighbour keeps such queues, and the next switch with the seed of its hash; 0 where a host is next.
  @id(0x02000004)
  table ports {
    key = { meta.out_port: exact; }
    actions = { watch; NoAction; }
    const default_action = NoAction();
    size = PORT_CELLS;
  }

  @id(0x01000004)
  action set_root(bit<11> root, bit<7> shared_queue) {
    meta.root = root;
    meta.shared_queue = shared_queue;
  }

  @id(0x01000005)
  action set_old_root(bit<11> root) {
    meta.old_root = root;
  }

  // Numbers of a frame's roots; and the queue of one that finds none free.
  @id(0x02000005)
  table roots {
    key = {
      hdr.pyrrha.root_switch: exact;
      hdr.pyrrha.root_port: exact;
    }
    actions = { set_root; NoAction; }
    const default_action = NoAction();
    size = ROOTS;
  }

  @id(0x02000006)
  table old_roots {
    key = {
      hdr.pyrrha.old_switch: exact;
      hdr.pyrrha.old_port: exact;
    }
    actions = { set_old_root; NoAction; }
    const default_action = NoAction();
    size = ROOTS;
  }

  // The path calculation unit: routes of the switches further down, with their hashes, and where their ports lead.
  @id(0x11000002) @max_group_size(128)
  action_selector(HashAlgorithm.crc32, ECMP_PLACES, 32w32) path_ecmp;

  @id(0x01000006)
  action take(bit<9> port) {
    meta.at_port = port;
  }

  @id(0x02000007)
  table path_routes {
    key = {
      hdr.ipv4.dst_addr: lpm;
      meta.at_switch: exact;
      meta.at_seed: selector;
      hdr.ipv4.src_addr: selector;
      hdr.ipv4.dst_addr: selector;
      hdr.ipv4.protocol: selector;
      meta.src_port: selector;
      meta.dst_port: selector;
    }
    actions = {
      @tableonly take;
      @defaultonly NoAction;
    }
    const default_action = NoAction();
    implementation = path_ecmp;
    size = PATHS;
  }

  @id(0x01000007)
  action go_on(bit<11> root, bit<12> next_switch, bit<32> next_seed) {
    meta.hop_root = root;
    meta.at_switch = next_switch;
    meta.at_seed = next_seed;
  }

  @id(0x02000008)
  table path_links {
    key = {
      meta.at_switch: exact;
      meta.at_port: exact;
    }
    actions = { go_on; NoAction; }
    const default_action = NoAction();
    size = ROOTS;
  }

  // ---- masks

  @hidden
  action find_lowest() {
    meta.lowest = 0;
    if (meta.mask[31:0] == 0) {
      meta.lowest = 32;
      meta.mask = meta.mask >> 32;
    }
    if (meta.mask[15:0] == 0) {
      meta.lowest = meta.lowest + 16;
      meta.mask = meta.mask >> 16;
    }
    if (meta.mask[7:0] == 0) {
      meta.lowest = meta.lowest + 8;
      meta.mask = meta.mask >> 8;
    }
    if (meta.mask[3:0] == 0) {
      meta.lowest = meta.lowest + 4;
      meta.mask = meta.mask >> 4;
    }
    if (meta.mask[1:0] == 0) {
      meta.lowest = meta.lowest + 2;
      meta.mask = meta.mask >> 2;
    }
    if (meta.mask[0:0] == 0) {
      meta.lowest = meta.lowest + 1;
    }
  }

  // ---- signals

  @hidden
  action signal(bit<8> opcode, bit<9> port, bit<11> root, bit<64> old_root, bit<16> hops) {
    meta.sends = 1;
    meta.opcode = opcode;
    meta.signal_port = port;
    root_names.read(meta.signal_root, (bit<32>) root);
    meta.signal_old_root = old_root;
    meta.signal_hops = hops;
  }

  // The neighbour believes that this port has a queue for a root, which it has not.
  @hidden
  action tell_unknown() {
    meta.sends = 1;
    meta.opcode = PYRRHA_DEALLOCATE;
    meta.signal_port = meta.out_port;
    meta.signal_root = hdr.pyrrha.root_switch ++ hdr.pyrrha.root_port;
    meta.signal_old_root = 0;
    meta.signal_hops = 0;
  }

  // ---- the congestion-root table

  // Whether a queue of the port only drains may have changed.
  @hidden
  action set_draining(bit<6> row, bit<7> queue) {
    bit<32> place = (bit<32>) (row ++ queue);
    bit<32> bytes;
    bit<32> uncontrolled;
    bit<1> drains;
    queue_roots.read(meta.count, place);
    queue_merging.read(meta.others, place);
    queue_drains.read(drains, place);
    queue_bytes.read(bytes, place);
    uncontrolled_bytes.read(uncontrolled, (bit<32>) row);
    meta.flag = 0;
    if (meta.count != 0 && meta.count == meta.others) {
      meta.flag = 1;
    }
    if (meta.flag != drains) {
      queue_drains.write(place, meta.flag);
      if (meta.flag == 1) {
        uncontrolled_bytes.write((bit<32>) row, uncontrolled + bytes);
        losslab_queue_level.write(place, DRAIN_LEVEL);
      } else {
        uncontrolled_bytes.write((bit<32>) row, uncontrolled - bytes);
        losslab_queue_level.write(place, 0);
      }
    }
  }

  @hidden
  action append_root() {
    bit<32> cell = (bit<32>) (meta.row ++ meta.root);
    bit<11> last;
    last_roots.read(last, (bit<32>) meta.row);
    roots_before.write(cell, last);
    roots_after.write(cell, 0);
    if (last == 0) {
      first_roots.write((bit<32>) meta.row, meta.root);
    } else {
      roots_after.write((bit<32>) (meta.row ++ last), meta.root);
    }
    last_roots.write((bit<32>) meta.row, meta.root);
    root_states.write(cell, (bit<8>) RESUMED);
    root_counts.read(meta.count, (bit<32>) meta.row);
    root_counts.write((bit<32>) meta.row, meta.count + 1);
    bit<64> ports_of_it;
    holders.read(ports_of_it, (bit<32>) meta.root);
    holders.write((bit<32>) meta.root, ports_of_it | (64w1 << meta.row));
    rooted_ports.read(ports_of_it, 0);
    rooted_ports.write(0, ports_of_it | (64w1 << meta.row));
    bit<16> hops;
    upstream_hops.read(hops, (bit<32>) meta.root);
    if (hops == 0) {
      if (meta.root < 64) {
        upstream_hops.write((bit<32>) meta.root, 1);
      } else {
        upstream_hops.write((bit<32>) meta.root, meta.hops + 1);
      }
    }
    losslab_watched_heads.write((bit<32>) meta.out_port, 1);
  }

  // The queue of the root that was appended: the first that is free, or the one that its name says.
  @hidden
  action assign_queue() {
    bit<32> cell = (bit<32>) (meta.row ++ meta.root);
    root_queues.write(cell, meta.its_queue);
    bit<32> place = (bit<32>) (meta.row ++ meta.its_queue);
    queue_roots.read(meta.count, place);
    queue_roots.write(place, meta.count + 1);
    if (meta.count == 0) {
      only_roots.write(place, meta.root);
      bit<64> used;
      queues_assigned.read(used, (bit<32>) (meta.row ++ meta.its_queue[6:6]));
      queues_assigned.write((bit<32>) (meta.row ++ meta.its_queue[6:6]), used | (64w1 << meta.its_queue[5:0]));
      bit<16> in_use;
      queues_in_use.read(in_use, (bit<32>) meta.row);
      queues_in_use.write((bit<32>) meta.row, in_use + 1);
    } else {
      only_roots.write(place, 0);
    }
  }

  // Goes back in the list of roots as long as there is none that stops the queue; the first one counts.
  @hidden
  action find_pausing() {
    if (meta.cursor != 0) {
      root_states.read(meta.state, (bit<32>) (meta.row ++ meta.cursor));
      bit<7> queue;
      root_queues.read(queue, (bit<32>) (meta.row ++ meta.cursor));
      if (meta.state[1:0] == PAUSED && queue == meta.its_queue) {
        meta.seen = meta.cursor;
      }
      roots_before.read(meta.cursor, (bit<32>) (meta.row ++ meta.cursor));
    }
  }

  // Goes back in the list of roots of a port up to one that has ended.
  @hidden
  action find_ended() {
    if (meta.found == 0 && meta.cursor != 0) {
      bit<32> cell = (bit<32>) (meta.free_row ++ meta.cursor);
      root_states.read(meta.state, cell);
      root_queues.read(meta.its_queue, cell);
      queue_packets.read(meta.packets, (bit<32>) (meta.free_row ++ meta.its_queue));
      paused_upstreams.read(meta.paused, (bit<32>) meta.cursor);
      resumed_upstreams.read(meta.resumed, (bit<32>) meta.cursor);
      if (meta.all_roots == 1 || meta.state[1:0] == SOFT_MERGING) {
        if (meta.state[1:0] != PAUSED && meta.packets == 0 && meta.paused == 0 && meta.resumed == 0 && meta.needed == 0) {
          meta.found = 1;
        } else if (meta.state[1:0] == SOFT_MERGING) {
          meta.drains_left = 1;
        }
      }
      if (meta.found == 0) {
        roots_before.read(meta.cursor, cell);
      }
    }
  }

  // Takes the root at the cursor out of its port's table.
  @hidden
  action remove_root() {
    bit<32> cell = (bit<32>) (meta.free_row ++ meta.cursor);
    bit<32> place = (bit<32>) (meta.free_row ++ meta.its_queue);
    bit<11> before;
    bit<11> after;
    bit<64> ports_of_it;
    bit<64> used;
    roots_before.read(before, cell);
    roots_after.read(after, cell);
    if (before == 0) {
      first_roots.write((bit<32>) meta.free_row, after);
    } else {
      roots_after.write((bit<32>) (meta.free_row ++ before), after);
    }
    if (after == 0) {
      last_roots.write((bit<32>) meta.free_row, before);
    } else {
      roots_before.write((bit<32>) (meta.free_row ++ after), before);
    }
    root_states.write(cell, 0);
    if (meta.state[1:0] == SOFT_MERGING) {
      merging_counts.read(meta.count, (bit<32>) meta.free_row);
      merging_counts.write((bit<32>) meta.free_row, meta.count - 1);
      queue_merging.read(meta.count, place);
      queue_merging.write(place, meta.count - 1);
    }
    holders.read(ports_of_it, (bit<32>) meta.cursor);
    ports_of_it = ports_of_it & ~(64w1 << meta.free_row);
    holders.write((bit<32>) meta.cursor, ports_of_it);
    // Its upstreams, none of which holds a queue, are forgotten with the last port that has it.
    if (ports_of_it == 0 && meta.cursor >= 64) {
      upstream_hops.write((bit<32>) meta.cursor, 0);
    }
    queue_roots.read(meta.count, place);
    queue_roots.write(place, meta.count - 1);
    if (meta.count == 1) {
      only_roots.write(place, 0);
      queues_assigned.read(used, (bit<32>) (meta.free_row ++ meta.its_queue[6:6]));
      queues_assigned.write((bit<32>) (meta.free_row ++ meta.its_queue[6:6]), used & ~(64w1 << meta.its_queue[5:0]));
      queues_in_use.read(meta.others, (bit<32>) meta.free_row);
      queues_in_use.write((bit<32>) meta.free_row, meta.others - 1);
    }
    root_counts.read(meta.count, (bit<32>) meta.free_row);
    root_counts.write((bit<32>) meta.free_row, meta.count - 1);
    if (meta.count == 1) {
      rooted_ports.read(ports_of_it, 0);
      rooted_ports.write(0, ports_of_it & ~(64w1 << meta.free_row));
      losslab_watched_heads.write((bit<32>) meta.free_row, 0);
    }
  }

  // An ingress port's upstream has no longer to stop on account of this egress port.
  @hidden
  action withdraw(bit<6> ingress_row, bit<6> egress_row) {
    demands.read(meta.mask, (bit<32>) (egress_row ++ meta.claim));
    demands.write((bit<32>) (egress_row ++ meta.claim), meta.mask & ~(64w1 << ingress_row));
    demanders.read(meta.demanding, (bit<32>) (ingress_row ++ meta.claim));
    meta.demanding = meta.demanding & ~(64w1 << egress_row);
    demanders.write((bit<32>) (ingress_row ++ meta.claim), meta.demanding);
  }

  @hidden
  action read_upstreams(bit<11> root) {
    paused_upstreams.read(meta.paused, (bit<32>) root);
    resumed_upstreams.read(meta.resumed, (bit<32>) root);
  }

  @hidden
  action write_upstreams(bit<11> root) {
    paused_upstreams.write((bit<32>) root, meta.paused);
    resumed_upstreams.write((bit<32>) root, meta.resumed);
  }

  apply {
    bit<8> frame = 0;
    bit<16> its_hops = 0;
    meta.again = 0;
    meta.sends = 0;
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
        meta.queue = hdr.event.queue[6:0];
        losslab_tag.read(meta.frame_tag, (bit<32>) meta.out_port);
        meta.tag = meta.frame_tag[10:0];
        if (hdr.event.kind == QUEUE_JOINED) {
          meta.step = ENTER;
        } else if (hdr.event.kind == QUEUE_LEFT) {
          meta.step = LEAVE;
        } else if (meta.queue != OUTPUT_QUEUE) {
          meta.step = HEAD;
        } else {
          mark_to_drop(standard);
          return;
        }
      } else if (hdr.pyrrha.isValid()) {
        frame = hdr.local.magic[7:0];
      } else {
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
        meta.class_of_packet = standard.priority;
        meta.step = PICK;
        meta.passed = 1;
        meta.queue = OUTPUT_QUEUE;
      }
    }
    if (!ports.apply().hit) {
      if (meta.step != PICK) {
        mark_to_drop(standard);
      }
      return;
    }
    meta.row = meta.out_port[5:0];

    // Path matching (IV-B), a hop a round: the next root on the way, behind the one that the packet has come to.
    if (meta.step == PICK || meta.step == HEAD) {
      meta.found = 0;
      if (meta.hop == 0) {
        root_counts.read(meta.count, (bit<32>) meta.row);
        if (meta.step == PICK) {
          losslab_watched.write((bit<32>) meta.out_port, 1);
          losslab_watched_joins.write((bit<32>) meta.out_port, 1);
        }
        if (meta.count != 0) {
          meta.at_switch = meta.next_switch;
          meta.at_seed = meta.next_seed;
        }
      }
      if (meta.at_switch != 0 && meta.hop < MOST_HOPS) {
        meta.hop_root = 0;
        if (path_routes.apply().hit) {
          path_links.apply();
        } else {
          meta.at_switch = 0;
        }
        meta.hop = meta.hop + 1;
        if (meta.hop_root != 0) {
          if (meta.passed == 1) {
            root_states.read(meta.state, (bit<32>) (meta.row ++ meta.hop_root));
            root_queues.read(meta.its_queue, (bit<32>) (meta.row ++ meta.hop_root));
            if (meta.state != 0 && meta.its_queue != meta.queue) {
              meta.found = 1;
              meta.tag = meta.hop_root;
            }
          } else if (meta.hop_root == meta.tag) {
            meta.passed = 1;
          }
        }
        if (meta.found == 0 && meta.at_switch != 0 && meta.hop < MOST_HOPS) {
          meta.again = 1;
        }
      }
      if (meta.again == 0) {
        if (meta.found == 0) {
          meta.its_queue = OUTPUT_QUEUE;
        }
        if (meta.step == PICK) {
          losslab_join.write((bit<32>) meta.out_port, 1 + (bit<16>) meta.its_queue);
          losslab_tag.write((bit<32>) meta.out_port, (bit<16>) meta.tag);
          standard.priority = meta.class_of_packet;
          standard.egress_spec = meta.out_port;
          return;
        }
        losslab_head.write((bit<32>) meta.out_port, (bit<8>) meta.its_queue);
        losslab_tag.write((bit<32>) meta.out_port, (bit<16>) meta.tag);
        meta.left_queue = meta.queue;
        meta.queue = meta.its_queue;
        meta.moving = 1;
        meta.step = ENTER;
      }
    }

    // Frames (IV-D).
    if (frame != 0) {
      bool known = roots.apply().hit;
      bool known_old = old_roots.apply().hit;
      if (known) {
        root_names.write((bit<32>) meta.root, hdr.pyrrha.root_switch ++ hdr.pyrrha.root_port);
        root_states.read(meta.state, (bit<32>) (meta.row ++ meta.root));
      } else {
        meta.state = 0;
      }
      meta.hops = hdr.pyrrha.hops;
      meta.step = END;
      bool adds = false;
      if (frame == PYRRHA_PAUSE) {
        // One that has come round a loop is ignored.
        if (known && meta.root != 5w0 ++ meta.row) {
          adds = meta.state == 0;
          meta.subject = meta.root;
          meta.next_state = PAUSED;
          meta.step = BECOME;
          meta.then = END;
          claimed.read(meta.flag, (bit<32>) meta.row);
          if (meta.flag == 1 && meta.state[2:2] == 0) {
            claimed.write((bit<32>) meta.row, 0);
            meta.claim = 5w0 ++ meta.row;
            read_upstreams(meta.claim);
            meta.rest = meta.paused | meta.resumed;
            meta.then = PASS_ON;
          }
        }
      } else if (frame == PYRRHA_RESUME) {
        if (meta.state == 0) {
          tell_unknown();
        } else {
          meta.subject = meta.root;
          meta.next_state = meta.state[1:0];
          if (meta.state[1:0] == PAUSED) {
            meta.next_state = RESUMED;
          }
          meta.step = BECOME;
          meta.then = SETTLE;
        }
      } else if (frame == PYRRHA_MERGE) {
        bit<8> old_state = 0;
        if (known_old) {
          root_states.read(old_state, (bit<32>) (meta.row ++ meta.old_root));
        }
        bool own = known && meta.root == 5w0 ++ meta.row;
        if (own || (old_state == 0 && meta.state == 0)) {
          tell_unknown();
        }
        if (old_state != 0 && known) {
          adds = meta.state == 0 && !own;
          meta.subject = meta.old_root;
          meta.next_state = SOFT_MERGING;
          meta.claim = meta.old_root;
          read_upstreams(meta.claim);
          meta.rest = meta.paused | meta.resumed;
          meta.step = PASS_ON;
          meta.then = SETTLE;
          if (own) {
            root_names.write((bit<32>) meta.row, meta.own_root);
          }
        }
      } else if (frame == PYRRHA_DEALLOCATE && known) {
        upstream_hops.read(its_hops, (bit<32>) meta.root);
        if (its_hops != 0 || meta.root < 64) {
          read_upstreams(meta.root);
          meta.resumed = meta.resumed & ~(64w1 << meta.row);
          write_upstreams(meta.root);
          rooted_ports.read(meta.rest, 0);
          meta.step = SETTLE;
        }
      }
      if (adds) {
        append_root();
        queues_assigned.read(meta.mask, (bit<32>) (meta.row ++ 1w0));
        meta.mask = ~(meta.mask | 1);
        meta.its_queue = 0;
        if (meta.mask == 0) {
          queues_assigned.read(meta.mask, (bit<32>) (meta.row ++ 1w1));
          meta.mask = ~meta.mask;
          meta.its_queue = 64;
        }
        find_lowest();
        meta.its_queue = meta.its_queue | 1w0 ++ meta.lowest;
        if (meta.its_queue > meta.last_queue) {
          meta.its_queue = meta.shared_queue;
        }
        assign_queue();
        set_draining(meta.row, meta.its_queue);
      }
      if (meta.sends == 1 && meta.step != END) {
        meta.again = 1;
      }
    }

    // A root's state, and what its queue does then.
    if (meta.step == BECOME && meta.again == 0) {
      bit<32> cell = (bit<32>) (meta.row ++ meta.subject);
      root_states.read(meta.state, cell);
      root_queues.read(meta.its_queue, cell);
      bit<32> place = (bit<32>) (meta.row ++ meta.its_queue);
      bit<2> before = meta.state[1:0];
      if (before == SOFT_MERGING && meta.next_state != SOFT_MERGING) {
        merging_counts.read(meta.count, (bit<32>) meta.row);
        merging_counts.write((bit<32>) meta.row, meta.count - 1);
        queue_merging.read(meta.count, place);
        queue_merging.write(place, meta.count - 1);
      } else if (before != SOFT_MERGING && meta.next_state == SOFT_MERGING) {
        merging_counts.read(meta.count, (bit<32>) meta.row);
        merging_counts.write((bit<32>) meta.row, meta.count + 1);
        queue_merging.read(meta.count, place);
        queue_merging.write(place, meta.count + 1);
      }
      bit<16> stopping;
      queue_paused.read(stopping, place);
      if (before == PAUSED && meta.next_state != PAUSED) {
        stopping = stopping - 1;
      } else if (before != PAUSED && meta.next_state == PAUSED) {
        stopping = stopping + 1;
      }
      queue_paused.write(place, stopping);
      if (meta.next_state == PAUSED) {
        root_states.write(cell, 6w1 ++ PAUSED);
      } else {
        root_states.write(cell, meta.state[7:2] ++ meta.next_state);
      }
      bit<11> holding;
      bit<11> only;
      held_for.read(holding, place);
      only_roots.read(only, place);
      meta.step = meta.then;
      if (stopping == 0) {
        if (holding != 0) {
          held_for.write(place, 0);
          losslab_queue_paused.write(place, 0);
        }
      } else if (only != 0 || holding == 0) {
        if (holding != meta.subject) {
          held_for.write(place, meta.subject);
          root_names.read(meta.mask, (bit<32>) meta.subject);
          losslab_queue_paused.write(place, meta.mask);
        }
      } else if (before != meta.next_state) {
        last_roots.read(meta.cursor, (bit<32>) meta.row);
        meta.seen = 0;
        meta.step = FIND;
      }
      set_draining(meta.row, meta.its_queue);
      if (meta.step == SETTLE) {
        rooted_ports.read(meta.rest, 0);
      }
    }

    if (meta.step == FIND && meta.again == 0) {
      root_queues.read(meta.its_queue, (bit<32>) (meta.row ++ meta.subject));
      find_pausing(); find_pausing(); find_pausing(); find_pausing();
      if (meta.cursor != 0) {
        meta.again = 1;
      } else {
        bit<32> place = (bit<32>) (meta.row ++ meta.its_queue);
        bit<11> holding;
        held_for.read(holding, place);
        if (holding != meta.seen) {
          held_for.write(place, meta.seen);
          root_names.read(meta.mask, (bit<32>) meta.seen);
          losslab_queue_paused.write(place, meta.mask);
        }
        meta.step = meta.then;
        if (meta.step == SETTLE) {
          rooted_ports.read(meta.rest, 0);
        }
      }
    }

    // Upstreams that hold a queue for the root that is given up go to the other.
    if (meta.step == PASS_ON && meta.again == 0) {
      if (meta.rest == 0) {
        if (meta.next_state == SOFT_MERGING) {
          meta.step = BECOME;
          meta.again = 1;
        } else {
          meta.step = END;
        }
      } else {
        meta.again = 1;
        meta.mask = meta.rest;
        find_lowest();
        bit<6> ingress_row = meta.lowest;
        demanders.read(meta.mask, (bit<32>) (ingress_row ++ meta.claim));
        meta.demanding = 0;
        if (meta.mask != 0) {
          find_lowest();
          withdraw(ingress_row, meta.lowest);
        }
        if (meta.demanding == 0) {
          meta.rest = meta.rest & ~(64w1 << ingress_row);
          read_upstreams(meta.claim);
          meta.paused = meta.paused & ~(64w1 << ingress_row);
          meta.resumed = meta.resumed & ~(64w1 << ingress_row);
          write_upstreams(meta.claim);
          root_names.read(meta.mask, (bit<32>) meta.claim);
          upstream_hops.read(its_hops, (bit<32>) meta.root);
          if (meta.root < 64) {
            its_hops = 1;
          }
          signal(PYRRHA_MERGE, 3w0 ++ ingress_row, meta.root, meta.mask, its_hops);
          read_upstreams(meta.root);
          if (((meta.paused | meta.resumed) & (64w1 << ingress_row)) == 0) {
            meta.resumed = meta.resumed | (meta.isolating & (64w1 << ingress_row));
            write_upstreams(meta.root);
          }
        }
      }
    }

    // A packet is in a queue: its port may claim to be a root (IV-A), or the queue is too long for the upstream.
    if (meta.step == ENTER && meta.again == 0) {
      bit<32> bytes;
      bit<32> uncontrolled;
      bit<1> drains = 1;
      uncontrolled_bytes.read(uncontrolled, (bit<32>) meta.row);
      meta.claim = 0;
      if (meta.queue != OUTPUT_QUEUE) {
        bit<32> place = (bit<32>) (meta.row ++ meta.queue);
        queue_drains.read(drains, place);
        queue_packets.read(meta.packets, place);
        queue_packets.write(place, meta.packets + 1);
        isolated_packets.read(meta.packets, (bit<32>) meta.row);
        isolated_packets.write((bit<32>) meta.row, meta.packets + 1);
        queue_bytes.read(bytes, place);
        bytes = bytes + meta.frame_bytes;
        queue_bytes.write(place, bytes);
        if (drains == 0 && bytes >= meta.pause_bytes) {
          root_states.read(meta.state, (bit<32>) (meta.row ++ meta.tag));
          if (meta.state != 0 && meta.state[1:0] != SOFT_MERGING) {
            meta.claim = meta.tag;
          }
        }
      }
      if (drains == 1) {
        uncontrolled = uncontrolled + meta.frame_bytes;
        uncontrolled_bytes.write((bit<32>) meta.row, uncontrolled);
        if (uncontrolled >= meta.pause_bytes) {
          meta.claim = 5w0 ++ meta.row;
          claimed.write((bit<32>) meta.row, 1);
          root_names.write((bit<32>) meta.row, meta.own_root);
        }
      }
      if (meta.claim != 0) {
        bit<6> ingress_row = meta.in_port[5:0];
        demanders.read(meta.demanding, (bit<32>) (ingress_row ++ meta.claim));
        if ((meta.demanding & (64w1 << meta.row)) == 0) {
          demanders.write((bit<32>) (ingress_row ++ meta.claim), meta.demanding | (64w1 << meta.row));
          demands.read(meta.mask, (bit<32>) (meta.row ++ meta.claim));
          demands.write((bit<32>) (meta.row ++ meta.claim), meta.mask | (64w1 << ingress_row));
          if (meta.demanding == 0) {
            read_upstreams(meta.claim);
            meta.paused = meta.paused | (64w1 << ingress_row);
            meta.resumed = meta.resumed & ~(64w1 << ingress_row);
            write_upstreams(meta.claim);
            upstream_hops.read(its_hops, (bit<32>) meta.claim);
            if (meta.claim < 64) {
              its_hops = 1;
            }
            signal(PYRRHA_PAUSE, meta.in_port, meta.claim, 0, its_hops);
          }
        }
      }
      meta.step = END;
      if (meta.moving == 1) {
        meta.step = LEAVE;
        meta.queue = meta.left_queue;
        if (meta.sends == 1) {
          meta.again = 1;
        }
      }
    }

    // A packet is no longer in a queue.
    if (meta.step == LEAVE && meta.again == 0) {
      bit<32> bytes;
      bit<1> drains = 1;
      meta.leaving = 1;
      meta.step = CLAIM;
      if (meta.queue != OUTPUT_QUEUE) {
        bit<32> place = (bit<32>) (meta.row ++ meta.queue);
        queue_drains.read(drains, place);
        queue_packets.read(meta.packets, place);
        queue_packets.write(place, meta.packets - 1);
        isolated_packets.read(meta.packets, (bit<32>) meta.row);
        isolated_packets.write((bit<32>) meta.row, meta.packets - 1);
        queue_bytes.read(bytes, place);
        bytes = bytes - meta.frame_bytes;
        queue_bytes.write(place, bytes);
        if (bytes < meta.resume_bytes) {
          meta.step = RELAX;
          meta.may_end = 0;
          only_roots.read(meta.cursor, place);
          if (meta.cursor == 0) {
            first_roots.read(meta.cursor, (bit<32>) meta.row);
          }
        }
      }
      if (drains == 1) {
        bit<32> uncontrolled;
        uncontrolled_bytes.read(uncontrolled, (bit<32>) meta.row);
        uncontrolled_bytes.write((bit<32>) meta.row, uncontrolled - meta.frame_bytes);
      }
    }

    // A short queue lets the upstreams of its roots send.
    if (meta.step == RELAX && meta.again == 0) {
      bit<32> cell = (bit<32>) (meta.row ++ meta.cursor);
      bit<11> only;
      only_roots.read(only, (bit<32>) (meta.row ++ meta.queue));
      meta.claim = meta.cursor;
      meta.mask = 0;
      if (meta.cursor != 0) {
        root_queues.read(meta.its_queue, cell);
        if (meta.its_queue == meta.queue) {
          demands.read(meta.mask, cell);
        }
        roots_after.read(meta.cursor, cell);
      }
      if (only != 0) {
        meta.cursor = 0;
      }
      if (meta.mask != 0) {
        meta.step = TAKE_BACK;
      } else if (meta.cursor != 0) {
        meta.again = 1;
      } else if (meta.may_end == 1) {
        meta.step = SETTLE;
        rooted_ports.read(meta.rest, 0);
      } else {
        meta.step = CLAIM;
      }
    }

    // A port that has become short gives up its claim.
    if (meta.step == CLAIM && meta.again == 0) {
      bit<32> uncontrolled;
      claimed.read(meta.flag, (bit<32>) meta.row);
      uncontrolled_bytes.read(uncontrolled, (bit<32>) meta.row);
      if (meta.flag == 1 && uncontrolled < meta.resume_bytes) {
        meta.claim = 5w0 ++ meta.row;
        demands.read(meta.mask, (bit<32>) (meta.row ++ meta.claim));
        if (meta.mask != 0) {
          meta.step = TAKE_BACK;
          meta.may_end = 0;
        } else {
          read_upstreams(meta.claim);
          if ((meta.paused | meta.resumed) == 0) {
            claimed.write((bit<32>) meta.row, 0);
          }
        }
      }
      if (meta.step == CLAIM) {
        meta.step = END;
        if (meta.queue != OUTPUT_QUEUE) {
          queue_packets.read(meta.packets, (bit<32>) (meta.row ++ meta.queue));
          if (meta.packets == 0) {
            meta.step = FREE;
            meta.leaving = 0;
            meta.free_row = meta.row;
            meta.cursor = 0;
            meta.drains_left = 0;
            meta.all_roots = 0;
            last_roots.read(meta.cursor, (bit<32>) meta.free_row);
            merging_counts.read(meta.count, (bit<32>) meta.free_row);
            if (meta.count == 0) {
              meta.all_roots = 1;
            }
          }
        }
      }
    }

    // An upstream a round.
    if (meta.step == TAKE_BACK && meta.again == 0) {
      meta.again = 1;
      demands.read(meta.mask, (bit<32>) (meta.row ++ meta.claim));
      find_lowest();
      bit<6> ingress_row = meta.lowest;
      withdraw(ingress_row, meta.row);
      read_upstreams(meta.claim);
      if (meta.demanding == 0) {
        meta.paused = meta.paused & ~(64w1 << ingress_row);
        meta.resumed = meta.resumed | (meta.isolating & (64w1 << ingress_row));
        write_upstreams(meta.claim);
        signal(PYRRHA_RESUME, 3w0 ++ ingress_row, meta.claim, 0, 0);
      }
      demands.read(meta.mask, (bit<32>) (meta.row ++ meta.claim));
      if (meta.mask == 0) {
        if (meta.claim == 5w0 ++ meta.row) {
          meta.step = CLAIM;
        } else {
          meta.step = RELAX;
          if ((meta.paused | meta.resumed) == 0) {
            meta.may_end = 1;
          }
        }
      }
    }

    // What has become free, at any port.
    if (meta.step == SETTLE && meta.again == 0) {
      if (meta.rest == 0) {
        meta.step = END;
        if (meta.leaving == 1) {
          meta.step = CLAIM;
          meta.again = 1;
        }
      } else {
        meta.mask = meta.rest;
        find_lowest();
        meta.rest = meta.rest & ~(64w1 << meta.lowest);
        meta.free_row = meta.lowest;
        meta.step = FREE;
        meta.drains_left = 0;
        meta.all_roots = 0;
        last_roots.read(meta.cursor, (bit<32>) meta.free_row);
        merging_counts.read(meta.count, (bit<32>) meta.free_row);
        if (meta.count == 0) {
          meta.all_roots = 1;
        }
      }
    }

    // Roots that have ended at a port, from the latest on; those that gave up first.
    if (meta.step == FREE && meta.again == 0) {
      root_counts.read(meta.count, (bit<32>) meta.free_row);
      queues_in_use.read(meta.others, (bit<32>) meta.free_row);
      isolated_packets.read(meta.packets, (bit<32>) meta.free_row);
      // Queues that share are freed all together, for the sake of order.
      meta.needed = 0;
      if (meta.count > meta.others && meta.packets != 0) {
        meta.needed = 1;
      }
      meta.found = 0;
      find_ended(); find_ended(); find_ended(); find_ended();
      if (meta.found == 1) {
        remove_root();
        set_draining(meta.free_row, meta.its_queue);
        if (meta.state[1:0] == RESUMED) {
          signal(PYRRHA_DEALLOCATE, 3w0 ++ meta.free_row, meta.cursor, 0, 0);
        }
        roots_before.read(meta.cursor, (bit<32>) (meta.free_row ++ meta.cursor));
      }
      if (meta.cursor == 0 && meta.all_roots == 0 && meta.drains_left == 0) {
        meta.all_roots = 1;
        last_roots.read(meta.cursor, (bit<32>) meta.free_row);
      }
      if (meta.cursor != 0) {
        meta.again = 1;
      } else if (meta.rest != 0 || meta.leaving == 1) {
        meta.step = SETTLE;
        meta.again = 1;
      } else {
        meta.step = END;
      }
    }

    if (meta.sends == 1) {
      losslab_signal_root.write((bit<32>) meta.signal_port, meta.signal_root);
      if (meta.again == 1) {
        standard.mcast_grp = 7w0 ++ meta.signal_port;
      } else {
        standard.egress_spec = meta.signal_port;
      }
    } else if (meta.again == 1) {
      resubmit_preserving_field_list(1);
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

  @hidden
  action write_frame() {
    hdr.ethernet.setValid();
    hdr.ethernet.dst_addr = MAC_CONTROL_ADDRESS;
    hdr.ethernet.src_addr = 0;
    hdr.ethernet.ether_type = ETHERTYPE_LOCAL;
    hdr.local.setValid();
    hdr.local.magic = LOCAL_PYRRHA ++ meta.opcode;
    hdr.event.setInvalid();
    hdr.pyrrha.setValid();
    hdr.pyrrha.root_switch = meta.signal_root[63:32];
    hdr.pyrrha.root_port = meta.signal_root[31:0];
    hdr.pyrrha.old_switch = meta.signal_old_root[63:32];
    hdr.pyrrha.old_port = meta.signal_old_root[31:0];
    hdr.pyrrha.hops = meta.signal_hops;
    hdr.pyrrha_padding.setValid();
    hdr.pyrrha_padding.zeros = 0;
    hdr.inner_ethernet.setInvalid();
    hdr.vlan.setInvalid();
    hdr.ipv4.setInvalid();
    hdr.ports.setInvalid();
    hdr.udp.setInvalid();
    hdr.bth.setInvalid();
    truncate(FRAME_BYTES);
  }

  apply {
    if (meta.sends == 1) {
      // Of two copies, the second goes on with the work.
      if (standard.egress_rid == 1) {
        recirculate_preserving_field_list(1);
        return;
      }
      write_frame();
      port_macs.apply();
    }
    tx.count((bit<32>) standard.egress_port);
  }
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr);
  }
}

@pkginfo(name = "pyrrha", version = "1")
V1Switch(parse(), skip_verification(), ingress(), egress(), skip_update(), deparse()) main;
