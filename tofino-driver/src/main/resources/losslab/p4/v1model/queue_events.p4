// What a software switch of losslab tells a program of the packets in its queues. Other switches never send it.

#ifndef LOSSLAB_V1MODEL_QUEUE_EVENTS_P4
#define LOSSLAB_V1MODEL_QUEUE_EVENTS_P4

// Follows LOCAL_DEPARTURE; the first bytes of the packet that is meant follow it, from its Ethernet header on. The frame's
// ingress port is the port of the queue.
header queue_event_t {
  bit<8>  queue;
  bit<8>  kind;
  // By which the packet came in.
  bit<16> ingress_port;
  // Frame check sequence included.
  bit<32> frame_bytes;
}

// The packet begins to leave.
@noWarn("unused") const bit<8> QUEUE_LEFT = 0;
// It was put at the tail of the queue.
@noWarn("unused") const bit<8> QUEUE_JOINED = 1;
// It is at the head of the queue and goes next, unless the program writes something else to losslab_head.
@noWarn("unused") const bit<8> QUEUE_HEAD = 2;

// In losslab_head: the queue waits until it is let go.
@noWarn("unused") const bit<8> HEAD_WAITS = 255;
// In losslab_queue_paused: the queue waits for its turn, on account of no congested port.
@noWarn("unused") const bit<64> WAITS_FOR_ITS_TURN = 1;

#endif
