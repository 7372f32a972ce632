/** Served labs of commodity switches. */
package io.losslab.orchestrator.backend.served.commodity;
