// States of a parser of data packets, included in the parser's body. They use packet,
// hdr and meta, and leave the ports in meta for the hash of equal-cost routes, zero where a packet has none.

state vlan {
  packet.extract(hdr.vlan);
  transition select(hdr.vlan.ether_type) {
    ETHERTYPE_IPV4: ipv4;
    default: accept;
  }
}

state ipv4 {
  packet.extract(hdr.ipv4);
  // Only a header without options and a first fragment are followed by ports.
  transition select(hdr.ipv4.ihl, hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
    (5, 0, PROTOCOL_TCP): tcp_ports;
    (5, 0, PROTOCOL_UDP): udp_ports;
    default: accept;
  }
}

state tcp_ports {
  packet.extract(hdr.ports);
  meta.src_port = hdr.ports.src_port;
  meta.dst_port = hdr.ports.dst_port;
  transition accept;
}

state udp_ports {
  packet.extract(hdr.ports);
  meta.src_port = hdr.ports.src_port;
  meta.dst_port = hdr.ports.dst_port;
  transition select(hdr.ports.dst_port) {
    PORT_ROCE: roce;
    default: accept;
  }
}

state roce {
  packet.extract(hdr.udp);
  packet.extract(hdr.bth);
  transition accept;
}
