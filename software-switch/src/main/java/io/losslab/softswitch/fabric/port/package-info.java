/**
 * The ports of all devices, by a number from 1 on: their lines ({@code Ports}) and queues ({@code
 * EgressQueues}), which queue sends next, which schemes stand at them, and the flow-control frames
 * they send. Uses the engine only.
 */
package io.losslab.softswitch.fabric.port;
