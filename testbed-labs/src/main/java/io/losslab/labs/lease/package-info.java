/**
 * One user at a time: the lease of a testbed, kept at one place that every user of the testbed
 * reaches, and renewed while it is held. Uses {@code testbed}, {@code ssh} and the drivers.
 */
package io.losslab.labs.lease;
