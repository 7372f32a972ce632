// OFC for Tofino2: flow_in_port_tab's part that matters, congested_flow_tab, pause_frame_tab, three queues and the order
// mark (OFC, Algorithms 1 to 3).
//
// The traffic manager cannot move a packet between queues, so the two backup queues of a port are queues of a loop-back
// port of its switch, as the paper's prototype lets paused packets circulate: a packet that leaves one comes in again, is looked up
// again, and is parked in the other backup queue or sent. AFC holds a backup queue until it is served. A flow's key is
// source and destination address. A frame carries one flow to a pass; a longer list goes round by the loop-back port.
//
// A RESUME goes through four passes, for a packet can change the state of one queue only:
//   1  remove the flows; hold the normal queue               (else arrivals would overtake)
//   2  serve the backup queue in use, park in the other; the frame itself goes to the served queue's end: the order mark
//   3  the mark came out: hold that backup queue again
//   4  serve the normal queue; the next RESUME may begin
// A RESUME that comes meanwhile goes round in pass 1. The pass stands in the frame's second reserved byte and the port in
// its source address; both are zero or overwritten on a wire.
//
// q_in, the bytes that came in by a port, is known to the traffic manager only. Its priority group pauses all flows at
// X_OFF by plain PFC, and q_out, which the ghost thread tells, finds congestion at X^c_OFF; X_ON is compared with q_out.

#include <core.p4>
#include <t2na.p4>
#include "../common/headers.p4"
#include "sizes.p4"
#include "counting_egress.p4"

const bit<32> DEPTH_CELLS = 4096;
const bit<32> FLOW_CELLS = 65536;
// pause_frame_tab: 256 flows of each of 64 watched ports.
const bit<32> PAUSE_CELLS = 16384;
const bit<32> ROWS = 256;
// Generator's bytes after the request: zeros that fill the frame to 60 bytes.
const bit<10> PADDING_BYTES = 22;
const bit<14> PADDING_ADDRESS = 0;

const bit<2> BETWEEN = 0;
const bit<2> ABOVE = 1;
const bit<2> BELOW = 2;

const bit<8> PASS_FIRST = 0;
const bit<8> PASS_HOLD = 1;
const bit<8> PASS_SERVE_BACKUP = 2;
const bit<8> PASS_MARK = 3;
const bit<8> PASS_SERVE_NORMAL = 4;

// What the deparser hands the packet generator, and finds again in the generated packet: 16 bytes, the most there are.
header request_t {
  bit<8>  opcode;
  bit<8>  priority;
  bit<16> port;
  bit<16> row;
  bit<16> reserved;
  bit<32> src_addr;
  bit<32> dst_addr;
}

struct headers_t {
  pktgen_timer_header_t    timer;
  pktgen_deparser_header_t generated;
  request_t                request;
  ethernet_t               ethernet;
  local_t                  local;
  ofc_t                    ofc;
  ofc_flow_t               ofc_flow;
  vlan_t                   vlan;
  ipv4_t                   ipv4;
  ports_t                  ports;
  udp_t                    udp;
  bth_t                    bth;
}

struct metadata_t {
  bit<16>  src_port;
  bit<16>  dst_port;
  bit<8>   logical_switch;
  bit<32>  flow_src;
  bit<32>  flow_dst;
  bit<16>  flow_row;
  bit<16>  flow_cell;
  bit<14>  pause_cell;
  bit<8>   pause_hash;
  bit<16>  upstream_port;
  bit<8>   row;
  bit<8>   backup;
  bit<8>   busy;
  bit<8>   paused;
  bit<8>   congested;
  bit<32>  congested_count;
  bit<1>   watched;
  bit<1>   looped;
  bit<12>  depth_cell;
  bit<32>  depth;
  bit<8>   profile;
  bit<2>   level;
  bit<32>  recorded_src;
  bit<8>   turn;
  PortId_t loop_port;
  QueueId_t loop_queue;
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
    meta.flow_src = 0;
    meta.flow_dst = 0;
    meta.flow_row = 0;
    meta.upstream_port = 0;
    meta.row = 0;
    meta.backup = 0;
    meta.busy = 0;
    meta.paused = 0;
    meta.congested = 0;
    meta.congested_count = 0;
    meta.watched = 0;
    meta.looped = 0;
    meta.depth_cell = 0;
    meta.depth = 0;
    meta.profile = 0;
    meta.level = BETWEEN;
    meta.recorded_src = 0;
    meta.turn = PASS_FIRST;
    meta.loop_port = 0;
    meta.loop_queue = 0;
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

  state local {
    packet.extract(hdr.local);
    transition select(hdr.local.magic) {
      LOCAL_OFC: ofc;
      default: accept;
    }
  }

  state ofc {
    packet.extract(hdr.ofc);
    meta.turn = hdr.ofc.reserved2;
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
  Counter<bit<32>, bit<8>>(ROWS, CounterType_t.PACKETS) pauses_sent;
  @id(4)
  Counter<bit<32>, bit<8>>(ROWS, CounterType_t.PACKETS) resumes_sent;
  @id(5)
  Counter<bit<32>, bit<8>>(ROWS, CounterType_t.PACKETS) parked_packets;

  // congested_flow_tab: whether a flow of a port is paused, by hash of row, source and destination. Two flows on one cell
  // are paused together.
  @id(2)
  Register<bit<8>, bit<16>>(FLOW_CELLS) congested_flows;
  // How many flows of a port are in it: none means that its congestion is original (Algorithm 1, line 5).
  @id(3)
  Register<bit<32>, bit<8>>(ROWS) congested_counts;
  // pause_frame_tab: source, destination and upstream port of every flow paused here; source 0 is a free cell.
  @id(4)
  Register<bit<32>, bit<14>>(PAUSE_CELLS) pause_sources;
  @id(5)
  Register<bit<32>, bit<14>>(PAUSE_CELLS) pause_destinations;
  @id(6)
  Register<bit<16>, bit<14>>(PAUSE_CELLS) pause_ports;
  // Backup queue in which packets are parked, 0 or 1.
  @id(7)
  Register<bit<8>, bit<8>>(ROWS) backups;
  // Whether a RESUME is being carried out.
  @id(8)
  Register<bit<8>, bit<8>>(ROWS) resuming;

  Hash<bit<16>>(HashAlgorithm_t.CRC16) flow_hash;
  Hash<bit<8>>(HashAlgorithm_t.CRC8) flow_and_port_hash;

  RegisterAction<bit<32>, bit<12>, bit<32>>(queue_depths) read_depth = {
    void apply(inout bit<32> value, out bit<32> depth) {
      depth = value;
    }
  };
  RegisterAction<bit<8>, bit<16>, bit<8>>(congested_flows) find_congested = {
    void apply(inout bit<8> value, out bit<8> found) {
      found = value;
    }
  };
  RegisterAction<bit<8>, bit<16>, bit<8>>(congested_flows) store_congested = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = 1;
    }
  };
  RegisterAction<bit<8>, bit<16>, bit<8>>(congested_flows) remove_congested = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = 0;
    }
  };
  RegisterAction<bit<32>, bit<8>, bit<32>>(congested_counts) read_count = {
    void apply(inout bit<32> value, out bit<32> count) {
      count = value;
    }
  };
  RegisterAction<bit<32>, bit<8>, bit<32>>(congested_counts) count_up = {
    void apply(inout bit<32> value) {
      value = value + 1;
    }
  };
  RegisterAction<bit<32>, bit<8>, bit<32>>(congested_counts) count_down = {
    void apply(inout bit<32> value) {
      value = value - 1;
    }
  };
  RegisterAction<bit<32>, bit<14>, bit<32>>(pause_sources) claim_pause = {
    void apply(inout bit<32> value, out bit<32> before) {
      before = value;
      if (value == 0) {
        value = hdr.ipv4.src_addr;
      }
    }
  };
  RegisterAction<bit<32>, bit<14>, bit<32>>(pause_sources) release_pause = {
    void apply(inout bit<32> value, out bit<32> before) {
      before = value;
      value = 0;
    }
  };
  RegisterAction<bit<32>, bit<14>, bit<32>>(pause_destinations) write_destination = {
    void apply(inout bit<32> value) {
      value = hdr.ipv4.dst_addr;
    }
  };
  RegisterAction<bit<32>, bit<14>, bit<32>>(pause_destinations) read_destination = {
    void apply(inout bit<32> value, out bit<32> destination) {
      destination = value;
    }
  };
  RegisterAction<bit<16>, bit<14>, bit<16>>(pause_ports) write_port = {
    void apply(inout bit<16> value) {
      value = meta.upstream_port;
    }
  };
  RegisterAction<bit<16>, bit<14>, bit<16>>(pause_ports) read_port = {
    void apply(inout bit<16> value, out bit<16> port) {
      port = value;
    }
  };
  RegisterAction<bit<8>, bit<8>, bit<8>>(backups) read_backup = {
    void apply(inout bit<8> value, out bit<8> backup) {
      backup = value;
    }
  };
  // The other queue parks from now on; the one that did is served.
  RegisterAction<bit<8>, bit<8>, bit<8>>(backups) rotate_backup = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = value ^ 1;
    }
  };
  RegisterAction<bit<8>, bit<8>, bit<8>>(resuming) begin_resuming = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = 1;
    }
  };
  RegisterAction<bit<8>, bit<8>, bit<8>>(resuming) end_resuming = {
    void apply(inout bit<8> value) {
      value = 0;
    }
  };

#include "routes.p4"

  // Row of the port that a frame came in by, or that a looped frame names.
  @id(2)
  action set_row(bit<8> row, PortId_t loop_port, QueueId_t loop_queue) {
    meta.row = row;
    meta.loop_port = loop_port;
    meta.loop_queue = loop_queue;
  }

  @id(3)
  action set_looped() {
    meta.looped = 1;
  }

  @id(2)
  table frame_ports {
    key = { ingress_md.ingress_port: exact; }
    actions = { set_row; set_looped; NoAction; }
    const default_action = NoAction();
    size = PORT_CELLS;
  }

  @id(3)
  table looped_rows {
    key = { hdr.ethernet.src_addr: exact; }
    actions = { set_row; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }

  @id(4)
  action watch(bit<8> row, QueueId_t qid, bit<3> ingress_cos, bit<12> depth_cell, bit<8> profile) {
    meta.watched = 1;
    meta.row = row;
    meta.depth_cell = depth_cell;
    meta.profile = profile;
    tm_md.qid = qid;
    tm_md.ingress_cos = ingress_cos;
  }

  @id(4)
  table ports {
    key = { tm_md.ucast_egress_port: exact; }
    actions = { watch; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }

  // The timer's packets number the cells of pause_frame_tab, 256 for each row; this finds the row's queue.
  @id(5)
  action watch_row(bit<8> row, bit<12> depth_cell, bit<8> profile) {
    meta.watched = 1;
    meta.row = row;
    meta.depth_cell = depth_cell;
    meta.profile = profile;
  }

  @id(5)
  table sweeps {
    key = { hdr.timer.packet_id[13:8]: exact @name("row"); }
    actions = { watch_row; NoAction; }
    const default_action = NoAction();
    size = 64;
  }

  @id(6)
  action above() {
    meta.level = ABOVE;
  }

  @id(7)
  action below() {
    meta.level = BELOW;
  }

  // X^c_OFF and X_ON in buffer cells: a gateway compares with constants only, so the thresholds are ranges of a table.
  @id(6)
  table levels {
    key = {
      meta.profile: exact;
      meta.depth[19:0]: range @name("depth");
    }
    actions = { above; below; NoAction; }
    const default_action = NoAction();
    size = 64;
  }

  // Parks in a backup queue of the port: a queue of its loop-back port.
  @id(8)
  action park(PortId_t port, QueueId_t qid) {
    tm_md.ucast_egress_port = port;
    tm_md.qid = qid;
  }

  @id(7)
  table parking {
    key = {
      meta.row: exact;
      meta.backup: exact;
    }
    actions = { park; NoAction; }
    const default_action = NoAction();
    size = 512;
  }

  // The word of the traffic manager: queue flow control 1 bit, pipe 2, MAC 4, zero 3, queue of the MAC 7, credit 15
  // (1 pauses, 0 resumes).
  @id(9)
  action set_flow_control(bit<32> word) {
    deparser_md.adv_flow_ctl = word;
  }

  // Which queue a pass holds or serves. In PASS_FIRST, PAUSE and RESUME of all flows concern the normal queue, and a PAUSE
  // of one flow holds the backup queue in which it is to be parked.
  @id(8)
  table flow_controls {
    key = {
      meta.row: exact;
      meta.turn: exact;
      meta.backup: exact;
      hdr.ofc.opcode: exact;
      hdr.ofc.all_flows: exact;
    }
    actions = { set_flow_control; NoAction; }
    const default_action = NoAction();
    size = 2048;
  }

  @id(11)
  action set_queue(QueueId_t qid) {
    tm_md.qid = qid;
  }

  // The queue of a port for packets that waited in a backup queue.
  @id(10)
  table released {
    key = { meta.row: exact; }
    actions = { set_queue; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }

  @hidden
  action find_flow_cell() {
    meta.flow_cell = flow_hash.get({ meta.flow_row, meta.flow_src, meta.flow_dst });
  }

  @hidden
  action find_pause_hash() {
    meta.pause_hash = flow_and_port_hash.get({ meta.flow_src, meta.flow_dst, meta.upstream_port });
  }

  @hidden
  action set_pause_cell() {
    meta.pause_cell = meta.row[5:0] ++ meta.pause_hash;
  }

  // Round by the loop-back port, for the next flow of the list or the next pass.
  @hidden
  action go_round() {
    tm_md.ucast_egress_port = meta.loop_port;
    tm_md.qid = meta.loop_queue;
    hdr.ethernet.src_addr = (bit<48>) meta.row;
  }

  @hidden
  action drop_flow() {
    hdr.ofc_flow.setInvalid();
    hdr.ofc.flow_count = hdr.ofc.flow_count - 1;
  }

  @hidden
  action request_signal(bit<8> opcode) {
    hdr.request.setValid();
    hdr.request.opcode = opcode;
    hdr.request.priority = 0;
    hdr.request.row = (bit<16>) meta.row;
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
    hdr.local.magic = LOCAL_OFC;
    hdr.ofc.setValid();
    hdr.ofc.opcode = hdr.request.opcode;
    hdr.ofc.priority = hdr.request.priority;
    hdr.ofc.reserved = 0;
    hdr.ofc.all_flows = 0;
    hdr.ofc.reserved2 = 0;
    hdr.ofc.flow_count = 1;
    hdr.ofc_flow.setValid();
    hdr.ofc_flow.src_addr = hdr.request.src_addr;
    hdr.ofc_flow.dst_addr = hdr.request.dst_addr;
    tm_md.ucast_egress_port = (PortId_t) hdr.request.port;
  }

  @id(10)
  action set_root(bit<32> device, bit<32> port, bit<8> priority, QueueId_t control_queue) {
    hdr.ofc.root_device = device;
    hdr.ofc.root_port = port;
    hdr.ofc.priority = priority;
    tm_md.qid = control_queue;
  }

  // The congested port by its row, for the analysis of pauses, and the priority that upstream ports are to pause.
  @id(9)
  table origins {
    key = { hdr.request.row: exact; }
    actions = { set_root; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }

  apply {
    if (hdr.generated.isValid()) {
      build_signal();
      origins.apply();
    } else {
      if (hdr.timer.isValid()) {
        deparser_md.drop_ctl = DROP;
        sweeps.apply();
        meta.pause_cell = hdr.timer.packet_id[13:0];
      } else {
        rx.count(ingress_md.ingress_port);
        port_to_switch.apply();
        meta.upstream_port = (bit<16>) ingress_md.ingress_port;
        frame_ports.apply();
        if (hdr.ofc.isValid()) {
          if (meta.looped == 1) {
            looped_rows.apply();
          }
          meta.flow_src = hdr.ofc_flow.src_addr;
          meta.flow_dst = hdr.ofc_flow.dst_addr;
        } else if (!hdr.ipv4.isValid()) {
          deparser_md.drop_ctl = DROP;
        } else if (routes.apply().hit) {
          ports.apply();
          meta.flow_src = hdr.ipv4.src_addr;
          meta.flow_dst = hdr.ipv4.dst_addr;
        } else {
          deparser_md.drop_ctl = DROP;
        }
        meta.flow_row = (bit<16>) meta.row;
        find_flow_cell();
        find_pause_hash();
        set_pause_cell();
      }

      // congested_flow_tab and its size: one access each, whoever asks.
      if (hdr.ofc_flow.isValid()) {
        if (hdr.ofc.opcode == OFC_PAUSE) {
          meta.congested = store_congested.execute(meta.flow_cell);
          if (meta.congested == 0) {
            count_up.execute(meta.row);
          }
        } else {
          meta.congested = remove_congested.execute(meta.flow_cell);
          if (meta.congested == 1) {
            count_down.execute(meta.row);
          }
        }
      } else if (meta.watched == 1 && hdr.ipv4.isValid()) {
        meta.congested = find_congested.execute(meta.flow_cell);
        meta.congested_count = read_count.execute(meta.row);
      }

      // Algorithm 3: the passes of a frame.
      if (hdr.ofc.isValid()) {
        if (meta.turn == PASS_FIRST) {
          if (hdr.ofc.all_flows == 1) {
            flow_controls.apply();
            deparser_md.drop_ctl = DROP;
          } else if (hdr.ofc.flow_count > 1) {
            drop_flow();
            go_round();
          } else if (hdr.ofc.opcode == OFC_PAUSE) {
            meta.backup = read_backup.execute(meta.row);
            flow_controls.apply();
            deparser_md.drop_ctl = DROP;
          } else {
            hdr.ofc.reserved2 = PASS_HOLD;
            hdr.ofc_flow.setInvalid();
            hdr.ofc.flow_count = 0;
            go_round();
          }
        } else if (meta.turn == PASS_HOLD) {
          meta.busy = begin_resuming.execute(meta.row);
          if (meta.busy == 0) {
            hdr.ofc.reserved2 = PASS_SERVE_BACKUP;
            flow_controls.apply();
          }
          go_round();
        } else if (meta.turn == PASS_SERVE_BACKUP) {
          meta.backup = rotate_backup.execute(meta.row);
          hdr.ofc.reserved2 = PASS_MARK;
          // The queue served is also where the mark goes.
          hdr.ofc.priority = meta.backup;
          flow_controls.apply();
          go_round();
          parking.apply();
        } else if (meta.turn == PASS_MARK) {
          meta.backup = hdr.ofc.priority;
          hdr.ofc.reserved2 = PASS_SERVE_NORMAL;
          flow_controls.apply();
          go_round();
        } else {
          end_resuming.execute(meta.row);
          flow_controls.apply();
          deparser_md.drop_ctl = DROP;
        }
      } else if (meta.watched == 1) {
        // Algorithm 1: the root pauses all its flows, another port only those signalled to it.
        meta.depth = read_depth.execute(meta.depth_cell);
        levels.apply();
        if (hdr.timer.isValid()) {
          if (meta.level == BELOW) {
            meta.recorded_src = release_pause.execute(meta.pause_cell);
            if (meta.recorded_src != 0) {
              request_signal(OFC_RESUME);
              hdr.request.src_addr = meta.recorded_src;
              hdr.request.dst_addr = read_destination.execute(meta.pause_cell);
              hdr.request.port = read_port.execute(meta.pause_cell);
              resumes_sent.count(meta.row);
            }
          }
        } else {
          if (meta.level == ABOVE && meta.looped == 0) {
            if (meta.congested_count == 0 || meta.congested == 1) {
              meta.recorded_src = claim_pause.execute(meta.pause_cell);
              if (meta.recorded_src == 0) {
                write_destination.execute(meta.pause_cell);
                write_port.execute(meta.pause_cell);
                request_signal(OFC_PAUSE);
                hdr.request.src_addr = hdr.ipv4.src_addr;
                hdr.request.dst_addr = hdr.ipv4.dst_addr;
                hdr.request.port = meta.upstream_port;
                pauses_sent.count(meta.row);
              }
            }
          }
          if (meta.congested == 1) {
            meta.backup = read_backup.execute(meta.row);
            parking.apply();
            parked_packets.count(meta.row);
          } else if (meta.looped == 1) {
            // A packet that waited goes before those in the held normal queue.
            released.apply();
          }
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
    packet.emit(hdr.ofc);
    packet.emit(hdr.ofc_flow);
    packet.emit(hdr.vlan);
    packet.emit(hdr.ipv4);
    packet.emit(hdr.ports);
    packet.emit(hdr.udp);
    packet.emit(hdr.bth);
  }
}

Pipeline(parse_ingress(), ingress(), deparse_ingress(), parse_egress(), egress(), deparse_egress(), ghost()) pipe;

@pkginfo(name = "ofc", version = "1")
Switch(pipe) main;
