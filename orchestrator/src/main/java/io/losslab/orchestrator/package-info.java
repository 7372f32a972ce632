/** The program: {@link io.losslab.orchestrator.Losslab} wires its parts together by hand. */
package io.losslab.orchestrator;
