// What programs that only forward read of a packet: PFC frames, and headers up to the base transport header.

// Eight classes of each port.
const bit<32> PORT_CLASSES = 4096;

struct headers_t {
  ethernet_t    ethernet;
  mac_control_t mac_control;
  pfc_t         pfc;
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
}

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
      ETHERTYPE_MAC_CONTROL: mac_control;
      default: accept;
    }
  }

  state mac_control {
    packet.extract(hdr.mac_control);
    transition select(hdr.mac_control.opcode) {
      MAC_CONTROL_PFC: pfc;
      default: accept;
    }
  }

  state pfc {
    packet.extract(hdr.pfc);
    transition accept;
  }

#include "../common/parse_data.p4"
}
