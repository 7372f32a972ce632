/** Tests of who may take a lease, and a place in memory. */
package io.losslab.labs.lease;
