// Depths of the watched queues. The traffic manager tells the ghost thread of every change, which costs the ingress no
// cycles; ingress reads the same register. The compiler doubles the register for the two threads (ping-pong), so it takes
// two stateful ALUs of a stage. Unit: buffer cells of 176 bytes.

@id(1)
Register<bit<32>, bit<12>>(DEPTH_CELLS) queue_depths;

control ghost(in ghost_intrinsic_metadata_t ghost_md) {
  RegisterAction<bit<32>, bit<12>, bit<32>>(queue_depths) write_depth = {
    void apply(inout bit<32> value) {
      value = (bit<32>) ghost_md.qlength;
    }
  };

  @id(0x31)
  action set_depth(bit<12> cell) {
    write_depth.execute(cell);
  }

  // The cell of a queue; its number here is port group (4 bits) and queue of the group (7). Only queues that are set to
  // report their depth come here.
  @id(0x31)
  table watched_queues {
    key = {
      ghost_md.pipe_id: exact;
      ghost_md.qid: exact;
    }
    actions = { set_depth; NoAction; }
    const default_action = NoAction();
    size = DEPTH_CELLS;
  }

  apply {
    watched_queues.apply();
  }
}
