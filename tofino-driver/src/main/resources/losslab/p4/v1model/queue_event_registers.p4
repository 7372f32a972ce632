// Included in the body of control ingress by programs that follow every packet through the queues; with
// queue_registers.p4. On bmv2 these are plain registers.

// By port: while it is not 0, ingress gets a queue_event_t for each packet that joins one of its queues.
@id(0x16000014)
register<bit<8>>(PORT_CELLS) losslab_watched_joins;

// By port: while it is not 0, ingress gets a queue_event_t for each packet that may leave one of its queues next.
@id(0x16000015)
register<bit<8>>(PORT_CELLS) losslab_watched_heads;

// By port, for the packet that may leave next: its queue; write another for the tail of that one, or HEAD_WAITS.
@id(0x16000016)
register<bit<8>>(PORT_CELLS) losslab_head;

// By port: the congested port on whose account the next control frame leaves, as in losslab_queue_paused; 0 when unknown.
@id(0x16000017)
register<bit<64>>(PORT_CELLS) losslab_signal_root;
