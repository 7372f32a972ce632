/**
 * Proves a testbed's class map by marked packets: sends some of every traffic class to every host,
 * and reads by which queue of the last switch they left.
 */
package io.losslab.orchestrator.run.marked;
