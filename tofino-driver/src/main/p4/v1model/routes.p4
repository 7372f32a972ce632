// Routes to sets of equal-cost ports, included in the body of control ingress, so that the table is ingress.routes in
// every program.

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
  // P4Runtime fixes the default action of a table with a selector; a miss is handled by the control.
  const default_action = NoAction();
  implementation = ecmp;
  size = ROUTES;
}
