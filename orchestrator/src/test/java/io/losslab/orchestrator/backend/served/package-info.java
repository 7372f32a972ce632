/** Served labs whose switches stand for devices of another kind. */
package io.losslab.orchestrator.backend.served;
