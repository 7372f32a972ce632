/**
 * What a host's recovery and its congestion control have in common: they are chosen by name, set by
 * keys with defaults, and their values are within bounds.
 */
package io.losslab.roce.named;
