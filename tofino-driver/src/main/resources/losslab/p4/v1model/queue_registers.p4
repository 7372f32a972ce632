// Included in the body of control ingress by programs that watch and stop queues. On a software switch of losslab these
// registers are the queues; on bmv2, which cannot stop a queue, they are plain registers. Cell of a queue:
// QUEUE_CELLS / PORT_CELLS * port + queue.

// 0 lets a queue send; anything else stops it, on account of the congested port with this device and number, or of none
// where the device is 0.
@id(0x16000012)
register<bit<64>>(QUEUE_CELLS) losslab_queue_paused;

// By port: while it is not 0, for each packet that leaves one of its queues, ingress gets a frame with departure_t, or with
// queue_event_t, which begins alike.
@id(0x16000013)
register<bit<8>>(PORT_CELLS) losslab_watched;
