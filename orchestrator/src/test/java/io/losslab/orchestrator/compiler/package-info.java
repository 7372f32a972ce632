/** Tests of {@code losslab p4 build}, with compilers that write what is known of the real ones. */
package io.losslab.orchestrator.compiler;
