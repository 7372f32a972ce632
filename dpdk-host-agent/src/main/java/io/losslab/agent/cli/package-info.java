/** The program {@code losslab-agent}: its options, its start and its end. */
package io.losslab.agent.cli;
