package io.losslab.labs.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataSize;
import io.losslab.driver.DeviceException;
import io.losslab.driver.OpenWatch;
import io.losslab.proto.v1.CounterSamples;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** When samples are of, in the lab's time. */
class CounterStreamTest {
    private static final long MILLI = 1_000_000;
    private static final Node NODE =
            new TopologyBuilder("one")
                    .switchNode("S", DataSize.parse("1MB"))
                    .build()
                    .nodes()
                    .get(0);

    /** What lies between the reading and its arrival here is not in a sample's time. */
    @Test
    void anAnswerThatIsLongOnItsWayIsNotLate() throws InterruptedException {
        long start = System.nanoTime() - 400 * MILLI;
        CounterStream stream = stream(OptionalLong.of(start));
        stream.take(samples(10 * MILLI));
        stream.zeroIs(start + 1_000 * MILLI);
        stream.take(samples(1_250 * MILLI));
        assertEquals(List.of(250 * MILLI), times(stream, 250 * MILLI));
    }

    /** A sender whose clock is unknown is taken to have answered at once. */
    @Test
    void aSendersClockIsThatOfItsFirstSample() throws InterruptedException {
        CounterStream stream = stream(OptionalLong.empty());
        long before = System.nanoTime();
        stream.take(samples(7 * MILLI));
        long after = System.nanoTime();
        stream.zeroIs(before + 1_000 * MILLI);
        stream.take(samples(1_257 * MILLI));
        long time = times(stream, 0).get(0);
        assertTrue(time >= 250 * MILLI && time <= 250 * MILLI + after - before, "" + time);
    }

    private static CounterStream stream(OptionalLong start) {
        CounterStream stream = new CounterStream(NODE, MILLI, false);
        stream.comesFrom(
                new OpenWatch() {
                    @Override
                    public Optional<DeviceException> failure() {
                        return Optional.empty();
                    }

                    @Override
                    public OptionalLong startNanos() {
                        return start;
                    }

                    @Override
                    public void close() {}
                });
        return stream;
    }

    private static List<Long> times(CounterStream stream, long untilNanos)
            throws InterruptedException {
        return stream.await(untilNanos).stream()
                .flatMap(samples -> samples.getTimeNsList().stream())
                .toList();
    }

    private static CounterSamples samples(long nanos) {
        return CounterSamples.newBuilder()
                .addTimeNs(nanos)
                .addPort(1)
                .addQueue(-1)
                .addCounterValue(1)
                .addValue(1)
                .build();
    }
}
