// PortFC's switch for Tofino2: queue assignment manager, queue depth gatherer, signal packet emitter and pausing by AFC
// (PortFC, section IV-A), for switches of up to four ports: NDC(2,1) and NDC(4,1).
//
// A data packet finds its port and queue; the depths of the port's queues of its class are added up and compared. Where
// the class changes state, the deparser asks the packet generator for a packet that carries the request, and on its way
// through ingress that packet becomes the signal, sent to a multicast group: all other ports of the logical switch.
// Queues drain while no packet comes, so a timer of the packet generator visits every watched class in turn (Algorithm 2).
// A stateful register is read once by a packet, so the queues of a port lie in a register each and not one after another
// in a single one; more ports would take more registers, eight of them two stages more.

#include <core.p4>
#include <t2na.p4>
#include "../common/headers.p4"
#include "sizes.p4"
#include "counting_egress.p4"

// Watched ports, of all logical switches together.
const bit<32> ROWS = 256;
// Generator's bytes after the request: zeros that fill the frame to 60 bytes.
const bit<10> PADDING_BYTES = 30;
// Where they lie in the generator's buffer.
const bit<14> PADDING_ADDRESS = 0;
// Class of packets that are not watched: those of the high-priority queue.
const bit<8> UNWATCHED = 0xFF;

const bit<2> BETWEEN = 0;
const bit<2> ABOVE = 1;
const bit<2> BELOW = 2;

// What the deparser hands the packet generator, and finds again in the generated packet: 16 bytes, the most there are.
header request_t {
  bit<8>  operation;
  bit<8>  queue_class;
  bit<8>  queue;
  bit<8>  port_index;
  bit<16> group;
  bit<8>  reserved;
  bit<8>  control_queue;
  bit<32> origin_device;
  bit<32> sequence;
}

// The deparser passes whole containers: one of its own for each field makes 16 bytes.
@pa_container_size("ingress", "hdr.request.operation", 8)
@pa_container_size("ingress", "hdr.request.queue_class", 8)
@pa_container_size("ingress", "hdr.request.queue", 8)
@pa_container_size("ingress", "hdr.request.port_index", 8)
@pa_container_size("ingress", "hdr.request.group", 16)
@pa_container_size("ingress", "hdr.request.reserved", 8)
@pa_container_size("ingress", "hdr.request.control_queue", 8)
@pa_container_size("ingress", "hdr.request.origin_device", 32)
@pa_container_size("ingress", "hdr.request.sequence", 32)
// A copy of one byte to another.
@pa_container_size("ingress", "hdr.bth.opcode", 8)
@pa_container_size("ingress", "meta.bth_opcode", 8)
struct headers_t {
  pktgen_timer_header_t    timer;
  pktgen_deparser_header_t generated;
  request_t                request;
  ethernet_t               ethernet;
  local_t                  local;
  portfc_t                 portfc;
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
  bit<8>  bth_opcode;
  bit<8>  queue_class;
  bit<8>  queue;
  bit<8>  row;
  bit<8>  profile;
  bit<1>  watched;
  bit<32> depth0;
  bit<32> depth1;
  bit<32> depth2;
  bit<32> occupancy;
  bit<2>  level;
  bit<8>  was_paused;
}

// Depth of each watched port's IHFQs and DDQ, in buffer cells. Written by the ghost thread, read by ingress.
@id(1)
Register<bit<32>, bit<8>>(ROWS) ihfq0_depths;
@id(2)
Register<bit<32>, bit<8>>(ROWS) ihfq1_depths;
@id(3)
Register<bit<32>, bit<8>>(ROWS) ihfq2_depths;
@id(4)
Register<bit<32>, bit<8>>(ROWS) ddq_depths;

control ghost(in ghost_intrinsic_metadata_t ghost_md) {
  RegisterAction<bit<32>, bit<8>, bit<32>>(ihfq0_depths) write_ihfq0 = {
    void apply(inout bit<32> value) {
      value = (bit<32>) ghost_md.qlength;
    }
  };
  RegisterAction<bit<32>, bit<8>, bit<32>>(ihfq1_depths) write_ihfq1 = {
    void apply(inout bit<32> value) {
      value = (bit<32>) ghost_md.qlength;
    }
  };
  RegisterAction<bit<32>, bit<8>, bit<32>>(ihfq2_depths) write_ihfq2 = {
    void apply(inout bit<32> value) {
      value = (bit<32>) ghost_md.qlength;
    }
  };
  RegisterAction<bit<32>, bit<8>, bit<32>>(ddq_depths) write_ddq = {
    void apply(inout bit<32> value) {
      value = (bit<32>) ghost_md.qlength;
    }
  };

  @id(0x31)
  action set_ihfq0(bit<8> row) {
    write_ihfq0.execute(row);
  }
  @id(0x32)
  action set_ihfq1(bit<8> row) {
    write_ihfq1.execute(row);
  }
  @id(0x33)
  action set_ihfq2(bit<8> row) {
    write_ihfq2.execute(row);
  }
  @id(0x34)
  action set_ddq(bit<8> row) {
    write_ddq.execute(row);
  }

  // One table for each register: the compiler doubles a register together with the table that writes it.
  @id(0x31)
  table ihfq0_queues {
    key = {
      ghost_md.pipe_id: exact;
      ghost_md.qid: exact;
    }
    actions = { set_ihfq0; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }
  @id(0x32)
  table ihfq1_queues {
    key = {
      ghost_md.pipe_id: exact;
      ghost_md.qid: exact;
    }
    actions = { set_ihfq1; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }
  @id(0x33)
  table ihfq2_queues {
    key = {
      ghost_md.pipe_id: exact;
      ghost_md.qid: exact;
    }
    actions = { set_ihfq2; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }
  @id(0x34)
  table ddq_queues {
    key = {
      ghost_md.pipe_id: exact;
      ghost_md.qid: exact;
    }
    actions = { set_ddq; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }

  apply {
    ihfq0_queues.apply();
    ihfq1_queues.apply();
    ihfq2_queues.apply();
    ddq_queues.apply();
  }
}

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
    meta.bth_opcode = 0;
    meta.queue_class = UNWATCHED;
    meta.queue = 0;
    meta.row = 0;
    meta.profile = 0;
    meta.watched = 0;
    meta.depth0 = 0;
    meta.depth1 = 0;
    meta.depth2 = 0;
    meta.occupancy = 0;
    meta.level = BETWEEN;
    meta.was_paused = 0;
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

  // Signals by row.
  @id(3)
  Counter<bit<32>, bit<8>>(ROWS, CounterType_t.PACKETS) pauses_sent;
  @id(4)
  Counter<bit<32>, bit<8>>(ROWS, CounterType_t.PACKETS) resumes_sent;

  // upstreamIsPaused of Algorithms 1 and 2, one for each class of a port.
  @id(5)
  Register<bit<8>, bit<8>>(ROWS) ihfq_paused;
  @id(6)
  Register<bit<8>, bit<8>>(ROWS) ddq_paused;
  @id(7)
  Register<bit<32>, bit<1>>(1) sequences;

  RegisterAction<bit<32>, bit<8>, bit<32>>(ihfq0_depths) read_ihfq0 = {
    void apply(inout bit<32> value, out bit<32> depth) {
      depth = value;
    }
  };
  RegisterAction<bit<32>, bit<8>, bit<32>>(ihfq1_depths) read_ihfq1 = {
    void apply(inout bit<32> value, out bit<32> depth) {
      depth = value;
    }
  };
  RegisterAction<bit<32>, bit<8>, bit<32>>(ihfq2_depths) read_ihfq2 = {
    void apply(inout bit<32> value, out bit<32> depth) {
      depth = value;
    }
  };
  RegisterAction<bit<32>, bit<8>, bit<32>>(ddq_depths) read_ddq = {
    void apply(inout bit<32> value, out bit<32> depth) {
      depth = value;
    }
  };
  RegisterAction<bit<8>, bit<8>, bit<8>>(ihfq_paused) pause_ihfq = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = 1;
    }
  };
  RegisterAction<bit<8>, bit<8>, bit<8>>(ihfq_paused) resume_ihfq = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = 0;
    }
  };
  RegisterAction<bit<8>, bit<8>, bit<8>>(ddq_paused) pause_ddq = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = 1;
    }
  };
  RegisterAction<bit<8>, bit<8>, bit<8>>(ddq_paused) resume_ddq = {
    void apply(inout bit<8> value, out bit<8> before) {
      before = value;
      value = 0;
    }
  };
  RegisterAction<bit<32>, bit<1>, bit<32>>(sequences) next_sequence = {
    void apply(inout bit<32> value, out bit<32> number) {
      number = value;
      value = value + 1;
    }
  };

#include "routes.p4"

  @id(2)
  action enter_ihfq(QueueId_t qid, bit<8> queue) {
    tm_md.qid = qid;
    meta.queue = queue;
    meta.queue_class = PORTFC_IHFQ;
  }

  @id(3)
  action enter_ddq(QueueId_t qid, bit<8> queue) {
    tm_md.qid = qid;
    meta.queue = queue;
    meta.queue_class = PORTFC_DDQ;
  }

  @id(4)
  action enter_hq(QueueId_t qid) {
    tm_md.qid = qid;
  }

  // Queue assignment manager: one entry for each direction behind a port's node, one for the node itself (DDQ), one for
  // ACKs and CNPs (HQ). Addresses hold the digits of NDC, so a masked match takes the place of a modulus.
  @id(2)
  table queues {
    key = {
      tm_md.ucast_egress_port: exact;
      meta.bth_opcode: ternary;
      hdr.ipv4.dst_addr: ternary;
    }
    actions = { enter_ihfq; enter_ddq; enter_hq; NoAction; }
    const default_action = NoAction();
    size = 1024;
  }

  @id(5)
  action watch(bit<8> row, bit<8> profile, bit<8> port_index, bit<16> group, bit<8> control_queue, bit<32> device) {
    meta.watched = 1;
    meta.row = row;
    meta.profile = profile;
    hdr.request.setValid();
    hdr.request.port_index = port_index;
    hdr.request.group = group;
    hdr.request.control_queue = control_queue;
    hdr.request.origin_device = device;
    hdr.request.reserved = 0;
  }

  @id(3)
  table ports {
    key = { tm_md.ucast_egress_port: exact; }
    actions = { watch; NoAction; }
    const default_action = NoAction();
    size = ROWS;
  }

  @id(6)
  action watch_class(
      bit<8> row,
      bit<8> profile,
      bit<8> port_index,
      bit<16> group,
      bit<8> control_queue,
      bit<32> device,
      bit<8> queue_class,
      bit<8> queue) {
    watch(row, profile, port_index, group, control_queue, device);
    meta.queue_class = queue_class;
    meta.queue = queue;
  }

  // The timer's packets number the watched classes.
  @id(4)
  table sweeps {
    key = { hdr.timer.packet_id: exact; }
    actions = { watch_class; NoAction; }
    const default_action = NoAction();
    size = 512;
  }

  @id(7)
  action above() {
    meta.level = ABOVE;
  }

  @id(8)
  action below() {
    meta.level = BELOW;
  }

  // Xoff and Xon: a gateway compares with constants only, so the thresholds are ranges of a table.
  @id(5)
  table levels {
    key = {
      meta.profile: exact;
      meta.queue_class: exact;
      meta.occupancy[19:0]: range @name("occupancy");
    }
    actions = { above; below; NoAction; }
    const default_action = NoAction();
    size = 128;
  }

  // The word of the traffic manager: queue flow control 1 bit, pipe 2, MAC 4, zero 3, queue of the MAC 7, credit 15
  // (1 pauses, 0 resumes).
  @id(9)
  action set_flow_control(bit<32> word) {
    deparser_md.adv_flow_ctl = word;
  }

  // Algorithm 4. The relay index counts from the node's port on this switch, so it names the IHFQ.
  @id(6)
  table flow_controls {
    key = {
      ingress_md.ingress_port: exact;
      hdr.portfc.relay_index: exact;
      hdr.portfc.operation: exact;
    }
    actions = { set_flow_control; NoAction; }
    const default_action = NoAction();
    size = 1024;
  }

  @hidden
  action read_first() {
    meta.depth0 = read_ihfq0.execute(meta.row);
  }
  @hidden
  action read_second() {
    meta.depth1 = read_ihfq1.execute(meta.row);
  }
  @hidden
  action read_third() {
    meta.depth2 = read_ihfq2.execute(meta.row);
  }
  @hidden
  action add_two() {
    meta.occupancy = meta.depth0 + meta.depth1;
  }
  @hidden
  action add_third() {
    meta.occupancy = meta.occupancy + meta.depth2;
  }

  @hidden
  action request_signal(bit<8> operation) {
    hdr.request.operation = operation;
    hdr.request.queue_class = meta.queue_class;
    hdr.request.queue = meta.queue;
    hdr.request.sequence = next_sequence.execute(0);
    deparser_md.pktgen = 1;
    deparser_md.pktgen_address = PADDING_ADDRESS;
    deparser_md.pktgen_length = PADDING_BYTES;
  }

  // The generated packet becomes the signal; egress writes the source address.
  @hidden
  action build_signal() {
    hdr.ethernet.setValid();
    hdr.ethernet.dst_addr = MAC_CONTROL_ADDRESS;
    hdr.ethernet.src_addr = 0;
    hdr.ethernet.ether_type = ETHERTYPE_LOCAL;
    hdr.local.setValid();
    hdr.local.magic = LOCAL_PORTFC;
    hdr.portfc.setValid();
    hdr.portfc.operation = hdr.request.operation;
    hdr.portfc.queue_class = hdr.request.queue_class;
    hdr.portfc.queue = hdr.request.queue;
    hdr.portfc.port_index = hdr.request.port_index;
    hdr.portfc.relay_index = PORTFC_NOT_RELAYED;
    hdr.portfc.hops = 0;
    hdr.portfc.origin_device = hdr.request.origin_device;
    hdr.portfc.sequence = hdr.request.sequence;
    tm_md.mcast_grp_a = hdr.request.group;
    tm_md.qid = (QueueId_t) hdr.request.control_queue;
  }

  apply {
    if (hdr.generated.isValid()) {
      build_signal();
    } else if (hdr.portfc.isValid()) {
      rx.count(ingress_md.ingress_port);
      flow_controls.apply();
      deparser_md.drop_ctl = DROP;
    } else {
      if (hdr.timer.isValid()) {
        sweeps.apply();
        deparser_md.drop_ctl = DROP;
      } else {
        rx.count(ingress_md.ingress_port);
        port_to_switch.apply();
        if (hdr.bth.isValid()) {
          meta.bth_opcode = hdr.bth.opcode;
        }
        if (!hdr.ipv4.isValid()) {
          deparser_md.drop_ctl = DROP;
        } else if (routes.apply().hit) {
          queues.apply();
          ports.apply();
        } else {
          deparser_md.drop_ctl = DROP;
        }
      }
      if (meta.watched == 1) {
        if (meta.queue_class == PORTFC_IHFQ) {
          read_first();
          read_second();
          read_third();
          add_two();
          add_third();
        } else if (meta.queue_class == PORTFC_DDQ) {
          meta.occupancy = read_ddq.execute(meta.row);
        }
        levels.apply();
        if (meta.level == ABOVE) {
          if (meta.queue_class == PORTFC_IHFQ) {
            meta.was_paused = pause_ihfq.execute(meta.row);
          } else {
            meta.was_paused = pause_ddq.execute(meta.row);
          }
          if (meta.was_paused == 0) {
            request_signal(PORTFC_PAUSE);
            pauses_sent.count(meta.row);
          }
        } else if (meta.level == BELOW) {
          if (meta.queue_class == PORTFC_IHFQ) {
            meta.was_paused = resume_ihfq.execute(meta.row);
          } else {
            meta.was_paused = resume_ddq.execute(meta.row);
          }
          if (meta.was_paused == 1) {
            request_signal(PORTFC_RESUME);
            resumes_sent.count(meta.row);
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
    packet.emit(hdr.portfc);
    packet.emit(hdr.vlan);
    packet.emit(hdr.ipv4);
    packet.emit(hdr.ports);
    packet.emit(hdr.udp);
    packet.emit(hdr.bth);
  }
}

Pipeline(parse_ingress(), ingress(), deparse_ingress(), parse_egress(), egress(), deparse_egress(), ghost()) pipe;

@pkginfo(name = "portfc", version = "1")
Switch(pipe) main;
