// The egress of every Tofino2 program: counts what leaves, and gives signal frames the address of the port they leave by.

struct egress_headers_t {
  ethernet_t ethernet;
}

struct egress_metadata_t {}

parser parse_egress(
    packet_in packet,
    out egress_headers_t hdr,
    out egress_metadata_t meta,
    out egress_intrinsic_metadata_t egress_md) {
  state start {
    packet.extract(egress_md);
    packet.extract(hdr.ethernet);
    transition accept;
  }
}

control egress(
    inout egress_headers_t hdr,
    inout egress_metadata_t meta,
    in egress_intrinsic_metadata_t egress_md,
    in egress_intrinsic_metadata_from_parser_t parser_md,
    inout egress_intrinsic_metadata_for_deparser_t deparser_md,
    inout egress_intrinsic_metadata_for_output_port_t port_md) {
  @id(2)
  Counter<bit<64>, PortId_t>(PORT_CELLS, CounterType_t.PACKETS_AND_BYTES) tx;

  @id(0x21)
  action set_source(bit<48> mac) {
    hdr.ethernet.src_addr = mac;
  }

  // No entry for a loop-back port: its frames come back as they are.
  @id(0x21)
  table port_macs {
    key = { egress_md.egress_port: exact; }
    actions = { set_source; NoAction; }
    const default_action = NoAction();
    size = PORT_CELLS;
  }

  apply {
    tx.count(egress_md.egress_port);
    if (hdr.ethernet.ether_type == ETHERTYPE_LOCAL) {
      port_macs.apply();
    }
  }
}

control deparse_egress(
    packet_out packet,
    inout egress_headers_t hdr,
    in egress_metadata_t meta,
    in egress_intrinsic_metadata_for_deparser_t deparser_md) {
  apply {
    packet.emit(hdr);
  }
}
