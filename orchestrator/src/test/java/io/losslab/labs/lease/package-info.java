/** Tests of the leases of testbeds, over SSH and of processes that end. */
package io.losslab.labs.lease;
