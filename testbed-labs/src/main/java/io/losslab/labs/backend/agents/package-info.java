/**
 * Host agents that a run starts over SSH and ends with it: in the namespaces of a live lab, and on
 * the hosts of a testbed.
 */
package io.losslab.labs.backend.agents;
