// Included in the body of control ingress by programs that have more queues than there are priorities, or move packets through
// levels of queues; with queue_event_registers.p4. On bmv2 these are plain registers. Cells of queues as in
// queue_registers.p4.

// By port, while a packet comes in: 1 + the queue that it joins at this port, in place of that of its priority.
@id(0x16000018)
register<bit<16>>(PORT_CELLS) losslab_join;

// By port: 12 bits that stay with a packet while it is buffered. Written when it comes in, read in reports of it, and written
// when it is the head.
@id(0x16000019)
register<bit<16>>(PORT_CELLS) losslab_tag;

// By queue: 0 to 3; of the queues of a port that may send, those of the highest level do.
@id(0x1600001A)
register<bit<8>>(QUEUE_CELLS) losslab_queue_level;
