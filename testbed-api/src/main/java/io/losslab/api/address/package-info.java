/**
 * How addresses of hosts and ports are written: IPv4 addresses as an int and MAC addresses as the
 * low 48 bits of a long, to and from text and the octets of messages. Uses nothing of ours.
 */
package io.losslab.api.address;
