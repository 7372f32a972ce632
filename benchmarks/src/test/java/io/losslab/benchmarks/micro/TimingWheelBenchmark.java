package io.losslab.benchmarks.micro;

import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.engine.TimingWheel;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The next event is taken out and one like it is put in, as a fabric in steady state does. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimingWheelBenchmark {
    /** Until a new event is due: a frame of 1,500 bytes at 100 Gb/s, on average. */
    private static final int MEAN_PICOS = 120_000;

    private static final int DELAYS = 1 << 12;

    @Param({"100", "10000"})
    int pending;

    private final long[] delays = new long[DELAYS];
    private TimingWheel wheel;
    private int next;

    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < DELAYS; i++) {
            delays[i] = random.nextLong(1, 2 * MEAN_PICOS);
        }
        Records records = new Records(pending);
        wheel = new TimingWheel(records, 10);
        for (int i = 0; i < pending; i++) {
            wheel.put(records.allocate(), delays[i % DELAYS]);
        }
    }

    @Benchmark
    public int pollAndPut() {
        int event = wheel.poll(Long.MAX_VALUE);
        next = (next + 1) % DELAYS;
        wheel.put(event, wheel.lastPicos() + delays[next]);
        return event;
    }
}
