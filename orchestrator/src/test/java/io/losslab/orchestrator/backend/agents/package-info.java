/** Tests of what is known of started agents. */
package io.losslab.orchestrator.backend.agents;
