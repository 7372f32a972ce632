/** Keeps the lease of a testbed in a program that is part of it: a served lab or a host agent. */
package io.losslab.api.lease;
