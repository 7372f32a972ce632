/** Tests of the benchmark, and by it that the fabric allocates nothing per packet. */
package io.losslab.benchmarks.fabric;
