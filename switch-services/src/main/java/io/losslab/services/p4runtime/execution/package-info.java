/**
 * What is written over P4Runtime, handed to a P4 program that the plane runs: entries, defaults,
 * members and groups, registers, counters, meters, multicast groups and clone sessions. Changes are
 * collected and handed over together, so that no packet meets half a batch.
 */
package io.losslab.services.p4runtime.execution;
