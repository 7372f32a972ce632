/** Tests of capture files: what they hold is read back by tshark. */
package io.losslab.softswitch.pcap;
