/** How fast P4 programs run, without a fabric around them. Uses the module p4-pipeline. */
package io.losslab.benchmarks.pipeline;
