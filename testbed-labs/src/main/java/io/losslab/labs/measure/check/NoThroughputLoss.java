package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.flowcontrol.Promise;
import io.losslab.labs.measure.PortReadings;
import io.losslab.proto.v1.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * No egress idles because its upstream was paused too long (Bifrost, III-B), at the ports whose
 * schemes promise it: Bifrost with a valid H, and PFC with XON of a round trip. They promise it of
 * an upstream that always has packets (Bifrost, IV-C); another may meet its first packet paused
 * while the downstream is empty. So what is lost first after the end of the traffic is no
 * violation. Hardware does not tell.
 */
final class NoThroughputLoss implements CellCheck {
    private static final String NAME = "no throughput loss";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        if (!cell.readings().isCounted(Counter.THROUGHPUT_LOSS_NANOS)) {
            return Optional.empty();
        }
        List<String> notGuaranteed = new ArrayList<>();
        for (List<PortControl> atPort : cell.setup().controlsByPort().values()) {
            Optional<String> loss = loss(cell, atPort.get(0));
            if (loss.isPresent()
                    && isBacklogged(cell)
                    && firstNanos(cell, atPort.get(0)) < cell.setup().duration().nanos()
                    && atPort.stream().allMatch(c -> c.promises(Promise.NO_THROUGHPUT_LOSS))) {
                return Optional.of(Check.failed(NAME, loss.get()));
            }
            loss.ifPresent(notGuaranteed::add);
        }
        return Optional.of(
                Check.passed(
                        NAME,
                        notGuaranteed.isEmpty()
                                ? ""
                                : NOT_GUARANTEED + String.join("; ", notGuaranteed)));
    }

    /** What a port lost; empty where it lost nothing, leads to a host, or is not read. */
    private static Optional<String> loss(EndedCell cell, PortControl control) {
        PortReadings ports = cell.readings().switches().get(control.port().node());
        boolean hostAtAnEnd =
                control.port().node().isHost()
                        || control.link().peerOf(control.port().node()).node().isHost();
        if (hostAtAnEnd || ports == null) {
            return Optional.empty();
        }
        int port = control.port().port();
        long lost = ports.get(port, Counter.THROUGHPUT_LOSS_NANOS);
        if (lost == 0) {
            return Optional.empty();
        }
        return Optional.of(
                "%s port %d queue %d lost %.1f us, the first at %s"
                        .formatted(
                                control.port().node().name(),
                                port,
                                Integer.numberOfTrailingZeros(control.priorities()),
                                lost / 1e3,
                                EndedCell.time(firstNanos(cell, control))));
    }

    private static long firstNanos(EndedCell cell, PortControl control) {
        PortReadings ports = cell.readings().switches().get(control.port().node());
        return ports.get(control.port().port(), Counter.THROUGHPUT_LOSS_FIRST_NANOS);
    }

    /** Whether some senders always have packets, and send them as fast as the network lets them. */
    private static boolean isBacklogged(EndedCell cell) {
        return cell.setup().hosts().congestionControl().isEmpty()
                && cell.plan().flows().stream()
                        .anyMatch(
                                flow -> flow.group().pattern() instanceof TrafficPattern.Bandwidth);
    }
}
