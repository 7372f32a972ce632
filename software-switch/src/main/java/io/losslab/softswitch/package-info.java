/**
 * Software switches: the virtual-time fabric ({@code fabric}), the gRPC services it presents
 * ({@code service}, {@code p4runtime}) and its benchmark ({@code bench}). Uses {@code testbed-api}
 * and {@code flow-control}.
 */
package io.losslab.softswitch;
