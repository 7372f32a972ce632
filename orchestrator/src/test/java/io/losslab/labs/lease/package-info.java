/** Tests of the leases of testbeds. */
package io.losslab.labs.lease;
