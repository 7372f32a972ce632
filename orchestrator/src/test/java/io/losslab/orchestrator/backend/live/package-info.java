/** Tests of the live backend's parts. */
package io.losslab.orchestrator.backend.live;
