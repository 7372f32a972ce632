/**
 * Strict priority among the traffic classes of a port, in place of the deficit round robin that
 * ports have by themselves: the transmission selection algorithm of IEEE 802.1Q-2022, 8.6.8.1.
 */
package io.losslab.flowcontrol.strict;
