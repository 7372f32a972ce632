package io.losslab.labs.measure;

import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.PortCounters;
import io.losslab.devices.failure.Rest;
import io.losslab.labs.backend.Silence;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for switches that read their chips now and then only, where time passes by itself. */
final class CounterAges {
    private static final Logger LOG = LoggerFactory.getLogger(CounterAges.class);

    private CounterAges() {}

    /** So that what was sent before is not counted as of a cell that begins to count. */
    static void awaitBefore(Collection<DeviceSession> switches, Silence silence) {
        long nanos =
                switches.stream()
                        .mapToLong(each -> DeviceKind.of(each.device()).portCounterAgeNanos(each))
                        .max()
                        .orElse(0);
        rest(silence.untilNanos(nanos), "before");
    }

    /** So that all is counted. */
    static void awaitAfter(Collection<PortCounters> counters) {
        rest(counters.stream().mapToLong(PortCounters::settleNanos).max().orElse(0), "by now");
    }

    private static void rest(long nanos, String when) {
        if (nanos > 0) {
            LOG.info("switches need {} ms to count what happened {}", nanos / 1_000_000, when);
            Rest.nanos(nanos);
        }
    }
}
