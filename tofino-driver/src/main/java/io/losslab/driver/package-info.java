/**
 * Channels to devices, and the one error that every client of this module throws. The packages
 * below hold a client for each service. Uses gRPC and the stubs of {@code testbed-api}; never asks
 * what stands behind an address.
 */
package io.losslab.driver;
