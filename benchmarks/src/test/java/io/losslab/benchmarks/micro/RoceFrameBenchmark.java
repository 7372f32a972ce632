package io.losslab.benchmarks.micro;

import io.losslab.roce.frame.BufferMemory;
import io.losslab.roce.frame.FlowHeader;
import io.losslab.roce.frame.FrameReader;
import io.losslab.roce.frame.RoceWriter;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A data frame written with its checksums, and what a receiver reads of it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RoceFrameBenchmark {
    private static final int MTU_BYTES = 4096;
    private static final FlowHeader FLOW =
            new FlowHeader(
                    0x02_00_00_00_00_01L,
                    0x02_00_00_00_00_02L,
                    0x0A00_0001,
                    0x0A00_0002,
                    49_152,
                    26,
                    true,
                    1);

    @Param({"1024", "4096"})
    int payloadBytes;

    private final BufferMemory memory = BufferMemory.of(new byte[2 * MTU_BYTES]);
    private final RoceWriter writer = new RoceWriter(memory, FLOW, MTU_BYTES);
    private final FrameReader reader = new FrameReader(memory);
    private int frameBytes;
    private long packet;

    @Setup
    public void writeOne() {
        frameBytes = write();
    }

    @Benchmark
    public int write() {
        return writer.writeData(0, packet++, payloadBytes, false, false, true, payloadBytes, 0);
    }

    @Benchmark
    public int read() {
        return reader.kind(0, frameBytes) + reader.destinationQueuePair(0) + reader.sequence(0);
    }
}
