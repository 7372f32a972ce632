// The forwarding program: IPv4 routes to sets of equal-cost ports, and packet and byte counters of every port.
// Frames pass unchanged; flow control is no part of it. Architecture: v1model.

#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<8> PROTOCOL_TCP = 6;
const bit<8> PROTOCOL_UDP = 17;

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

struct headers_t {
  ethernet_t ethernet;
  ipv4_t     ipv4;
  ports_t    ports;
}

// Zero where the packet has no ports; part of the ECMP hash.
struct metadata_t {
  bit<16> src_port;
  bit<16> dst_port;
}

parser parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  state start {
    meta.src_port = 0;
    meta.dst_port = 0;
    packet.extract(hdr.ethernet);
    transition select(hdr.ethernet.ether_type) {
      ETHERTYPE_IPV4: ipv4;
      default: accept;
    }
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

control verify_checksum(inout headers_t hdr, inout metadata_t meta) {
  apply {}
}

control ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000001)
  counter(PORT_CELLS, CounterType.packets_and_bytes) rx;

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

  apply {
    rx.count((bit<32>) standard.ingress_port);
    if (!hdr.ipv4.isValid()) {
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

control compute_checksum(inout headers_t hdr, inout metadata_t meta) {
  apply {}
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr.ethernet);
    packet.emit(hdr.ipv4);
    packet.emit(hdr.ports);
  }
}

V1Switch(parse(), verify_checksum(), ingress(), egress(), compute_checksum(), deparse()) main;
