/**
 * Capture files of the frames that pass ports of the fabric, in virtual time or live, for tools
 * that read pcapng. Uses the fabric.
 */
package io.losslab.softswitch.pcap;
