/**
 * Stopped queues: until when and on whose account ({@code Pauses}), which flows suffer from it,
 * what throughput it costs (Bifrost, III-B), and whether they wait for each other for ever. Uses
 * ports, buffers, routing and hosts.
 */
package io.losslab.softswitch.fabric.pause;
