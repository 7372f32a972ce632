// Routes to sets of equal-cost ports, included in the body of control ingress, so that the table is ingress.routes in
// every program. Takes a stage for the logical switch, an LPM stage, a selector stage and an action stage.

// A device can be several switches, each with ports and routes of its own: which one a packet is in says the port it came
// by. All ports are in switch 0 unless an entry says otherwise.
@id(40)
action enter_switch(bit<8> logical_switch) {
  meta.logical_switch = logical_switch;
}

@id(40)
table port_to_switch {
  key = { ingress_md.ingress_port: exact; }
  actions = { enter_switch; NoAction; }
  const default_action = NoAction();
  size = PORT_CELLS;
}

Hash<bit<14>>(HashAlgorithm_t.CRC16) ecmp_hash;

@id(1)
ActionProfile(ECMP_MEMBERS) ecmp;

@id(1)
ActionSelector(ecmp, ecmp_hash, SelectorMode_t.FAIR, ECMP_GROUP_PORTS, ECMP_GROUPS) ecmp_selector;

@id(1)
action forward(PortId_t port) {
  tm_md.ucast_egress_port = port;
}

@id(1)
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
  const default_action = NoAction();
  implementation = ecmp_selector;
  size = ROUTES;
}
