/** Tests of the bench of P4 programs. */
package io.losslab.benchmarks.pipeline;
