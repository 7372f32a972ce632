/** Served labs of Tofino2. */
package io.losslab.orchestrator.backend.served.tofino2;
