// The forwarding program: IPv4 routes to sets of equal-cost ports, for one switch or several on one device, packet and
// byte counters of every port, LLDP between controllers, and a digest of the pauses that arrive. Frames pass unchanged;
// obeying pauses is the port's business, no part of the program. Architecture: v1model.

#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<16> ETHERTYPE_LLDP = 0x88cc;
const bit<16> ETHERTYPE_MAC_CONTROL = 0x8808;
const bit<16> OPCODE_PFC = 0x0101;
const bit<8> PROTOCOL_TCP = 6;
const bit<8> PROTOCOL_UDP = 17;

// Where packets for and from the controller pass.
const bit<9> CPU_PORT = 255;

// One cell for each value of a v1model port.
const bit<32> PORT_CELLS = 512;
// A fat-tree of 16-port switches has 1024 hosts and routes each over up to 8 ports.
const bit<32> ROUTES = 16384;
const bit<32> ECMP_PLACES = 65536;

header ethernet_t {
  bit<48> dst_addr;
  bit<48> src_addr;
  bit<16> ether_type;
}

header ipv4_t {
  bit<4>  version;
  bit<4>  ihl;
  bit<8>  tos;
  bit<16> total_length;
  bit<16> identification;
  bit<3>  flags;
  bit<13> fragment_offset;
  bit<8>  ttl;
  bit<8>  protocol;
  bit<16> checksum;
  bit<32> src_addr;
  bit<32> dst_addr;
}

// What TCP and UDP begin with alike.
header ports_t {
  bit<16> src_port;
  bit<16> dst_port;
}

// IEEE 802.1Qbb: which priorities the frame covers, and for how long each is paused, in quanta of 512 bit times; 0: it
// may send again.
header pfc_t {
  bit<16> opcode;
  bit<8>  reserved;
  bit<8>  enabled;
  bit<16> time_0;
  bit<16> time_1;
  bit<16> time_2;
  bit<16> time_3;
  bit<16> time_4;
  bit<16> time_5;
  bit<16> time_6;
  bit<16> time_7;
}

// Before a packet from the controller: where it is to go.
@id(0x04000001)
@controller_header("packet_out")
header packet_out_t {
  @id(1) bit<16> egress_port;
}

// Before a packet to the controller: where it came from.
@id(0x04000002)
@controller_header("packet_in")
header packet_in_t {
  @id(1) bit<16> ingress_port;
}

struct headers_t {
  packet_out_t packet_out;
  packet_in_t  packet_in;
  ethernet_t ethernet;
  pfc_t      pfc;
  ipv4_t     ipv4;
  ports_t    ports;
}

// What the controller hears of a pause frame: the port it arrived at, its lowest priority, and whether that is paused now.
@id(0x17d6768c)
struct pause_events {
  bit<9> port;
  bit<8> queue;
  bit<1> paused;
}

struct metadata_t {
  // Zero where the packet has no ports; part of the ECMP hash.
  bit<16> src_port;
  bit<16> dst_port;
  // The switch that the packet is in, where the device is several.
  bit<8>  logical_switch;
}

parser parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  state start {
    meta.src_port = 0;
    meta.dst_port = 0;
    meta.logical_switch = 0;
    transition select(standard.ingress_port) {
      CPU_PORT: from_controller;
      default: ethernet;
    }
  }

  state from_controller {
    packet.extract(hdr.packet_out);
    transition ethernet;
  }

  state ethernet {
    packet.extract(hdr.ethernet);
    transition select(hdr.ethernet.ether_type) {
      ETHERTYPE_IPV4: ipv4;
      ETHERTYPE_MAC_CONTROL: mac_control;
      default: accept;
    }
  }

  state mac_control {
    transition select(packet.lookahead<bit<16>>()) {
      OPCODE_PFC: pfc;
      default: accept;
    }
  }

  state pfc {
    packet.extract(hdr.pfc);
    transition accept;
  }

  state ipv4 {
    packet.extract(hdr.ipv4);
    // Only a header without options and a first fragment are followed by ports.
    transition select(hdr.ipv4.ihl, hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
      (5, 0, PROTOCOL_TCP): ports;
      (5, 0, PROTOCOL_UDP): ports;
      default: accept;
    }
  }

  state ports {
    packet.extract(hdr.ports);
    meta.src_port = hdr.ports.src_port;
    meta.dst_port = hdr.ports.dst_port;
    transition accept;
  }
}

control skip_verification(inout headers_t hdr, inout metadata_t meta) {
  apply {}
}

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000001)
  counter(PORT_CELLS, CounterType.packets_and_bytes) rx;

  // A device can be several switches, each with ports and routes of its own: which one a packet is in says the port it came
  // by. All ports are in switch 0 unless an entry says otherwise.
  @id(0x01000028)
  action enter_switch(bit<8> logical_switch) {
    meta.logical_switch = logical_switch;
  }

  @id(0x02000028)
  table port_to_switch {
    key = { standard.ingress_port: exact; }
    actions = { enter_switch; NoAction; }
    const default_action = NoAction();
    size = PORT_CELLS;
  }

  @id(0x11000001) @max_group_size(128)
  action_selector(HashAlgorithm.crc32, ECMP_PLACES, 32w32) ecmp;

  @id(0x01000001)
  action forward(bit<9> port) {
    standard.egress_spec = port;
  }

  @id(0x02000001)
  table routes {
    key = {
      hdr.ipv4.dst_addr: lpm;
      meta.logical_switch: exact;
      hdr.ipv4.dst_addr: selector;
      hdr.ipv4.src_addr: selector;
      hdr.ipv4.protocol: selector;
      meta.src_port: selector;
      meta.dst_port: selector;
    }
    actions = {
      @tableonly forward;
      @defaultonly NoAction;
    }
    // P4Runtime fixes the default action of a table with a selector; a miss is handled below.
    const default_action = NoAction();
    implementation = ecmp;
    size = ROUTES;
  }

  // v1model sends one digest a packet, so a frame of several priorities reports its lowest.
  @hidden
  action tell(bit<8> queue, bit<16> quanta) {
    bit<1> paused = quanta == 0 ? 1w0 : 1w1;
    digest<pause_events>(1, {standard.ingress_port, queue, paused});
  }

  apply {
    rx.count((bit<32>) standard.ingress_port);
    port_to_switch.apply();
    if (hdr.packet_out.isValid()) {
      standard.egress_spec = (bit<9>) hdr.packet_out.egress_port;
      hdr.packet_out.setInvalid();
    } else if (hdr.ethernet.ether_type == ETHERTYPE_LLDP) {
      hdr.packet_in.setValid();
      hdr.packet_in.ingress_port = (bit<16>) standard.ingress_port;
      standard.egress_spec = CPU_PORT;
    } else if (hdr.pfc.isValid()) {
      if (hdr.pfc.enabled[0:0] == 1) {
        tell(0, hdr.pfc.time_0);
      } else if (hdr.pfc.enabled[1:1] == 1) {
        tell(1, hdr.pfc.time_1);
      } else if (hdr.pfc.enabled[2:2] == 1) {
        tell(2, hdr.pfc.time_2);
      } else if (hdr.pfc.enabled[3:3] == 1) {
        tell(3, hdr.pfc.time_3);
      } else if (hdr.pfc.enabled[4:4] == 1) {
        tell(4, hdr.pfc.time_4);
      } else if (hdr.pfc.enabled[5:5] == 1) {
        tell(5, hdr.pfc.time_5);
      } else if (hdr.pfc.enabled[6:6] == 1) {
        tell(6, hdr.pfc.time_6);
      } else if (hdr.pfc.enabled[7:7] == 1) {
        tell(7, hdr.pfc.time_7);
      }
      mark_to_drop(standard);
    } else if (!hdr.ipv4.isValid()) {
      mark_to_drop(standard);
    } else if (!routes.apply().hit) {
      mark_to_drop(standard);
    }
  }
}

control egress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000002)
  counter(PORT_CELLS, CounterType.packets_and_bytes) tx;

  apply {
    tx.count((bit<32>) standard.egress_port);
  }
}

control update_checksums(inout headers_t hdr, inout metadata_t meta) {
  apply {}
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr.packet_in);
    packet.emit(hdr.ethernet);
    packet.emit(hdr.pfc);
    packet.emit(hdr.ipv4);
    packet.emit(hdr.ports);
  }
}

V1Switch(parse(), skip_verification(), ingress(), egress(), update_checksums(), deparse()) main;
