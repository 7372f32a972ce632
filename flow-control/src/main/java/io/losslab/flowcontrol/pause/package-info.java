/**
 * Pause frames of IEEE 802.1Qbb and 802.3: their octets, who sends and refreshes them, and the
 * responder that every sender runs, whichever scheme paused it. Knows no scheme.
 */
package io.losslab.flowcontrol.pause;
