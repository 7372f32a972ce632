/** Tests of laying topologies over testbeds. */
package io.losslab.orchestrator.binding;
