/**
 * What cells cost in virtual time: processor time and memory, estimated from their traffic and from
 * measured rates. Runs nothing.
 */
package io.losslab.orchestrator.cost;
