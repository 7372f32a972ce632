/** Tests of the leases of testbeds. */
package io.losslab.orchestrator.lease;
