/** Which backends there are. */
package io.losslab.orchestrator.backend.registry;
