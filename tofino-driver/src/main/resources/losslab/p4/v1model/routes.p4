// Routes to sets of equal-cost ports, included in the body of control ingress, so that the table is ingress.routes in
// every program.

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

// What the hash of a switch begins with: switches one behind the other must not choose alike.
@id(0x01000029)
action set_hash_seed(bit<32> seed) {
  meta.hash_seed = seed;
}

@id(0x02000029)
table hash_seeds {
  key = { meta.logical_switch: exact; }
  actions = { set_hash_seed; NoAction; }
  const default_action = NoAction();
  size = 256;
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
    meta.hash_seed: selector;
    hdr.ipv4.src_addr: selector;
    hdr.ipv4.dst_addr: selector;
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
