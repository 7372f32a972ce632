/**
 * Simulated RoCEv2 hosts: flows, what they post, send, acknowledge and send again ({@code
 * HostStack}). Uses ports, which pull packets from the flows, and paths.
 */
package io.losslab.softswitch.fabric.host;
