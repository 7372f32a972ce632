// The egress of a program that only counts what leaves.

control egress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
  @id(0x12000002)
  counter(PORT_CELLS, CounterType.packets_and_bytes) tx;

  apply {
    tx.count((bit<32>) standard.egress_port);
  }
}
