/** How the labs of the backends pass time. */
package io.losslab.orchestrator.backend;
