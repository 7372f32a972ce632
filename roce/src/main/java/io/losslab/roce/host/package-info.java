/**
 * What every RoCEv2 host does alike, whatever its packets are: how its queue pairs are set, where
 * messages lie in a flow's sequence space, when they are posted, and what is counted. Knows no
 * frame and no clock; times are handed in.
 */
package io.losslab.roce.host;
