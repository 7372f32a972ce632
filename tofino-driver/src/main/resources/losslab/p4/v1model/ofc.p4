// OFC for v1model: routes, congested_flow_tab (OFC, Algorithm 2), and the queue that Algorithm 3 chooses on arrival.
//
// standard.priority is the queue: 0 the normal one, 1 the backup queue for paused flows. v1model cannot stop a queue, move
// a packet from one to another or send a frame of its own: Algorithm 1 and the moves of Algorithm 3 are left out. A frame
// that lists several flows goes round once for each, as recirculation allows one flow to a pass.

#include <core.p4>
#include <v1model.p4>
#include "../common/headers.p4"

struct headers_t {
  ethernet_t ethernet;
  local_t    local;
  ofc_t      ofc;
  ofc_flow_t ofc_flow;
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
  bit<32> cell;
  bit<1>  congested;
  // The port a frame came in by, kept on its rounds.
  @field_list(1)
  bit<9>  signal_port;
  @field_list(1)
  bit<1>  again;
}

#include "plain.p4"

const bit<32> FLOW_CELLS = 65536;
const bit<3> NORMAL_QUEUE = 0;
const bit<3> BACKUP_QUEUE = 1;

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
      default: accept;
    }
  }

  state ofc {
    packet.extract(hdr.ofc);
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

  // congested_flow_tab: one bit for each hash of egress port, source and destination.
  @id(0x16000001)
  register<bit<1>>(FLOW_CELLS) congested_flows;

  // Whether a PAUSE for all flows of the port is in force.
  @id(0x16000002)
  register<bit<1>>(PORT_CELLS) all_paused;

#include "routes.p4"

  @hidden
  action find_flow(bit<9> port, bit<32> source, bit<32> destination) {
    hash(meta.cell, HashAlgorithm.crc32, 32w0, { port, source, destination }, FLOW_CELLS);
  }

  // PAUSE stores the flow, RESUME removes it.
  @hidden
  action record_flow(bit<1> paused) {
    find_flow(meta.signal_port, hdr.ofc_flow.src_addr, hdr.ofc_flow.dst_addr);
    congested_flows.write(meta.cell, paused);
  }

  @hidden
  action next_flow() {
    hdr.ofc_flow.setInvalid();
    hdr.ofc.flow_count = hdr.ofc.flow_count - 1;
    meta.again = 1;
  }

  @hidden
  action choose_queue() {
    bit<1> all;
    all_paused.read(all, (bit<32>) standard.egress_spec);
    find_flow(standard.egress_spec, hdr.ipv4.src_addr, hdr.ipv4.dst_addr);
    congested_flows.read(meta.congested, meta.cell);
    meta.congested = meta.congested | all;
  }

  apply {
    if (meta.again == 0) {
      rx.count((bit<32>) standard.ingress_port);
      port_to_switch.apply();
      hash_seeds.apply();
      meta.signal_port = standard.ingress_port;
    }
    meta.again = 0;
    if (hdr.ofc.isValid()) {
      bit<1> paused = 0;
      if (hdr.ofc.opcode == OFC_PAUSE) {
        paused = 1;
      }
      if (hdr.ofc.all_flows == 1) {
        all_paused.write((bit<32>) meta.signal_port, paused);
      }
      if (hdr.ofc_flow.isValid()) {
        record_flow(paused);
        if (hdr.ofc.flow_count > 1) {
          next_flow();
        }
      }
      if (meta.again == 1) {
        standard.egress_spec = standard.ingress_port;
      } else {
        mark_to_drop(standard);
      }
    } else if (!hdr.ipv4.isValid()) {
      mark_to_drop(standard);
    } else if (!routes.apply().hit) {
      mark_to_drop(standard);
    } else {
      choose_queue();
      standard.priority = NORMAL_QUEUE;
      if (meta.congested == 1) {
        standard.priority = BACKUP_QUEUE;
      }
    }
  }
}

control egress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000002)
  counter(PORT_CELLS, CounterType.packets_and_bytes) tx;

  apply {
    if (meta.again == 1) {
      recirculate_preserving_field_list(1);
    } else {
      tx.count((bit<32>) standard.egress_port);
    }
  }
}

control deparse(packet_out packet, in headers_t hdr) {
  apply {
    packet.emit(hdr);
  }
}

@pkginfo(name = "ofc", version = "1")
V1Switch(parse(), skip_verification(), ingress(), egress(), skip_update(), deparse()) main;
