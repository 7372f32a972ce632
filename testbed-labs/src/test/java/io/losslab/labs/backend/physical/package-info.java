/** Tests of laying topologies over testbeds, and of the time of agents. */
package io.losslab.labs.backend.physical;
