/**
 * A fabric as services see it: the thread that owns it, the forwarding that P4Runtime programs, and
 * counters, gauges, events and pause charges as messages.
 */
package io.losslab.services.fabric;
