/** Served labs of SONiC switches. */
package io.losslab.orchestrator.backend.served.sonic;
