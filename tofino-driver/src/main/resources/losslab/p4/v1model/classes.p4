// The class of packets, included in the body of control ingress.

@id(0x01000002)
action set_class(bit<3> priority) {
  standard.priority = priority;
}

// The class of a tagged packet is its PCP unless an entry says otherwise.
@id(0x02000002)
table pcp_classes {
  key = { hdr.vlan.pcp: exact; }
  actions = { set_class; NoAction; }
  const default_action = NoAction();
  size = 8;
}

@id(0x02000003)
table dscp_classes {
  key = { hdr.ipv4.dscp: exact; }
  actions = { set_class; NoAction; }
  const default_action = NoAction();
  size = 64;
}
