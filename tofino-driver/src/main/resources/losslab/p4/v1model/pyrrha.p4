// Pyrrha for v1model: routes, the congestion-root table (Pyrrha, section IV-B), and the queue a packet is assigned to.
//
// standard.priority is the queue: 0 the output queue, 1 to 7 isolation queues, by root. v1model cannot stop a queue or send
// a frame of its own: roots are not detected here, and PAUSE, RESUME and MERGE only change ingress.root_states, by port and
// root.

#include <core.p4>
#include <v1model.p4>
#include "../common/headers.p4"

struct headers_t {
  ethernet_t ethernet;
  local_t    local;
  pyrrha_t   pyrrha;
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
  // Roots are small numbers that the controller gives to the ports of the network; 0 is none.
  bit<12> near_root;
  bit<12> far_root;
  bit<12> root;
  bit<12> old_root;
  bit<2>  state;
  bit<3>  near_queue;
  bit<3>  far_queue;
}

#include "plain.p4"
#include "counting_egress.p4"

const bit<32> ROOTS = 4096;
// A state for each pair of port and root.
const bit<32> ROOT_CELLS = 2097152;

@noWarn("unused") const bit<2> UNASSIGNED = 0;
const bit<2> PAUSED = 1;
const bit<2> RESUMED = 2;
const bit<2> SOFT_MERGING = 3;

const bit<3> OUTPUT_QUEUE = 0;

parser parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  state start {
    meta.src_port = 0;
    meta.dst_port = 0;
    meta.logical_switch = 0;
    meta.hash_seed = 0;
    meta.near_root = 0;
    meta.far_root = 0;
    meta.root = 0;
    meta.old_root = 0;
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

  // The congestion-root table: the state of each root as each egress port knows it.
  @id(0x16000001)
  register<bit<2>>(ROOT_CELLS) root_states;

#include "routes.p4"

  @id(0x01000002)
  action set_root(bit<12> root) {
    meta.root = root;
  }

  @id(0x01000003)
  action set_old_root(bit<12> root) {
    meta.old_root = root;
  }

  @id(0x01000004)
  action set_near_root(bit<12> root, bit<3> queue) {
    meta.near_root = root;
    meta.near_queue = queue;
  }

  @id(0x01000005)
  action set_far_root(bit<12> root, bit<3> queue) {
    meta.far_root = root;
    meta.far_queue = queue;
  }

  // Names of a frame's roots; the switch's own ports are left out, so a PAUSE that came round a loop is ignored.
  @id(0x02000002)
  table roots {
    key = {
      hdr.pyrrha.root_switch: exact;
      hdr.pyrrha.root_port: exact;
    }
    actions = { set_root; NoAction; }
    const default_action = NoAction();
    size = ROOTS;
  }

  @id(0x02000003)
  table old_roots {
    key = {
      hdr.pyrrha.old_switch: exact;
      hdr.pyrrha.old_port: exact;
    }
    actions = { set_old_root; NoAction; }
    const default_action = NoAction();
    size = ROOTS;
  }

  // The path calculation unit: the egress port of the next switch, and that of the one after it.
  @id(0x02000004)
  table near_paths {
    key = {
      standard.egress_spec: exact;
      hdr.ipv4.dst_addr: lpm;
    }
    actions = { set_near_root; NoAction; }
    const default_action = NoAction();
    size = ROUTES;
  }

  @id(0x02000005)
  table far_paths {
    key = {
      standard.egress_spec: exact;
      hdr.ipv4.dst_addr: lpm;
    }
    actions = { set_far_root; NoAction; }
    const default_action = NoAction();
    size = ROUTES;
  }

  @hidden
  action record(bit<12> root, bit<2> state) {
    root_states.write((bit<32>) (standard.ingress_port ++ root), state);
  }

  @hidden
  action read_state(bit<12> root) {
    root_states.read(meta.state, (bit<32>) (standard.egress_spec ++ root));
  }

  apply {
    rx.count((bit<32>) standard.ingress_port);
    port_to_switch.apply();
    hash_seeds.apply();
    if (hdr.pyrrha.isValid()) {
      bit<8> opcode = hdr.local.magic[7:0];
      if (roots.apply().hit) {
        if (opcode == PYRRHA_PAUSE) {
          record(meta.root, PAUSED);
        } else if (opcode == PYRRHA_RESUME || opcode == PYRRHA_MERGE) {
          record(meta.root, RESUMED);
        }
      }
      if (opcode == PYRRHA_MERGE && old_roots.apply().hit) {
        record(meta.old_root, SOFT_MERGING);
      }
      mark_to_drop(standard);
    } else if (!hdr.ipv4.isValid()) {
      mark_to_drop(standard);
    } else if (!routes.apply().hit) {
      mark_to_drop(standard);
    } else {
      // Single tier: the farther of the matched roots in force decides, as it is the last to be waited for.
      standard.priority = OUTPUT_QUEUE;
      if (near_paths.apply().hit) {
        read_state(meta.near_root);
        if (meta.state == PAUSED || meta.state == RESUMED) {
          standard.priority = meta.near_queue;
        }
      }
      if (far_paths.apply().hit) {
        read_state(meta.far_root);
        if (meta.state == PAUSED || meta.state == RESUMED) {
          standard.priority = meta.far_queue;
        }
      }
    }
  }
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr);
  }
}

@pkginfo(name = "pyrrha", version = "1")
V1Switch(parse(), skip_verification(), ingress(), egress(), skip_update(), deparse()) main;
