/** Tests of packs: what is in them, and how they are repeated. */
package io.losslab.orchestrator.pack;
