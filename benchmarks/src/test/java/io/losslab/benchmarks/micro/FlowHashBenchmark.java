package io.losslab.benchmarks.micro;

import io.losslab.api.frame.FlowHash;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The choice among equal-cost ports. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FlowHashBenchmark {
    private static final int FANOUT = 4;

    @Param FlowHash hash;

    private int udpPort;

    @Benchmark
    public int member() {
        udpPort = udpPort + 1 & 0xFFFF;
        return hash.member(0x5EED, 0x0A00_0001, 0x0A00_0002, udpPort, FlowHash.ROCE_PORT, FANOUT);
    }
}
