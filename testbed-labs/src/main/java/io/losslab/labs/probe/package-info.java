/**
 * Measures a switch port and a NIC from outside, by what hosts at the switch send and see: pause
 * thresholds, headroom, reactions, timers. Knows hosts by their agents only; uses {@code
 * labs.backend} for the lab, {@code labs.provision} for what is set on hosts meanwhile, and {@code
 * configs.profile} for the outcome.
 */
package io.losslab.labs.probe;
