/** Proof that the project's own P4Runtime protos speak the public wire format. Uses stubs only. */
package io.losslab.api.p4runtime;
