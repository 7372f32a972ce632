package io.losslab.agent.service;

import io.losslab.agent.plane.ControlFrames;
import io.losslab.agent.plane.PortPlace;
import io.losslab.agent.plane.Violations;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.agent.queue.PauseLog;
import io.losslab.agent.traffic.EndTimes;
import io.losslab.agent.traffic.StrayCounts;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.DeliveryClock;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.PortStatistics;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.QueueStatistics;
import io.losslab.proto.v1.StrayFrames;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.service.HostMessages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** What an agent reports of itself. On the data thread, between two turns. */
final class HostReadings {
    private final AgentHost host;

    /** What was counted before the run began. */
    private HostCounters before = HostCounters.getDefaultInstance();

    private final CoreTime coreTime = new CoreTime();

    HostReadings(AgentHost host) {
        this.host = host;
    }

    /** Counters of the whole host count from now on, and events before are forgotten. */
    void beginRun(long nowNanos) {
        for (int port = 1; port <= host.device.ports(); port++) {
            host.device.queues(port).pauseLog().clear();
            host.device.queues(port).lateness().clear();
        }
        host.device.violations().clear();
        host.control.clearReactions();
        coreTime.begin();
        before = HostCounters.getDefaultInstance();
        before = counters(nowNanos);
    }

    HostInfo describe() {
        AgentSettings settings = host.settings;
        HostInfo.Builder info =
                HostInfo.newBuilder()
                        .setHostId(settings.hostId())
                        .setName(settings.name())
                        .setAgentVersion(AgentVersion.read())
                        .setDpdkVersion(host.dpdkVersion)
                        .setTimeScale(settings.clock().scale())
                        .setDeliveryClock(
                                settings.endTimes() == EndTimes.SHARED_CLOCK
                                        ? DeliveryClock.SHARED
                                        : DeliveryClock.HALF_ROUND_TRIP);
        for (int port = 1; port <= host.device.ports(); port++) {
            PortPlace place = host.device.place(port);
            info.addPorts(
                    HostMessages.port(
                            port, place.link().rateBitsPerSecond(), place.mac(), settings.ipv4()));
        }
        return info.build();
    }

    HostCounters counters(long nowNanos) {
        HostCounters.Builder counters =
                HostMessages.counters(
                                host.settings.hostId(),
                                host.traffic.totals(),
                                nowNanos,
                                host.traffic.runNanos(),
                                host.traffic.outstandingMessages())
                        .setRelayDroppedPackets(
                                host.path.refusedData() - before.getRelayDroppedPackets())
                        .setRelayDroppedBytes(
                                host.path.refusedDataBytes() - before.getRelayDroppedBytes());
        for (int port = 1; port <= host.device.ports(); port++) {
            add(counters, port);
        }
        return counters.setTxPackets(counters.getTxPackets() - before.getTxPackets())
                .setTxBytes(counters.getTxBytes() - before.getTxBytes())
                .setRxPackets(counters.getRxPackets() - before.getRxPackets())
                .setRxBytes(counters.getRxBytes() - before.getRxBytes())
                .setRxPauseFrames(counters.getRxPauseFrames() - before.getRxPauseFrames())
                .setTxPauseFrames(counters.getTxPauseFrames() - before.getTxPauseFrames())
                .build();
    }

    private void add(HostCounters.Builder counters, int port) {
        StrayCounts strays = host.traffic.strays();
        counters.addStrayFrames(
                StrayFrames.newBuilder()
                        .setPort(port)
                        .setWrongIcrcFrames(strays.wrongIcrcFrames(port))
                        .setWrongIcrcBytes(strays.wrongIcrcBytes(port))
                        .setUnknownFlowFrames(strays.unknownFlowFrames(port)));
        EgressQueues queues = host.device.queues(port);
        long sentBytes = 0;
        for (int queue = 0; queue < queues.allQueues(); queue++) {
            sentBytes += queues.sentBytes(queue);
        }
        long pauses = host.control.received(port);
        long receivedBytes = host.device.receivedBytes(port) + host.control.receivedBytes(port);
        counters.setTxPackets(counters.getTxPackets() + host.loop.sent(port))
                .setTxBytes(counters.getTxBytes() + sentBytes)
                .setRxPackets(counters.getRxPackets() + host.loop.received(port))
                .setRxBytes(counters.getRxBytes() + receivedBytes)
                .setRxPauseFrames(counters.getRxPauseFrames() + pauses)
                .setTxPauseFrames(
                        counters.getTxPauseFrames() + queues.sentFrames(queues.control()));
    }

    /** Pauses, resumes and violations of all ports since the last call, in order of time. */
    List<QueueEvent> events() {
        List<QueueEvent> events = new ArrayList<>();
        for (int port = 1; port <= host.device.ports(); port++) {
            PauseLog log = host.device.queues(port).pauseLog();
            for (int event = 0; event < log.size(); event++) {
                events.add(event(port, log, event));
            }
            log.clear();
        }
        for (Violations.Violation violation : host.device.violations().take()) {
            events.add(
                    event(violation.port(), violation.nanos())
                            .setQueue(-1)
                            .setKind(QueueEvent.Kind.VIOLATION)
                            .setCause(violation.cause())
                            .build());
        }
        events.sort(Comparator.comparingLong(QueueEvent::getTimeNs));
        return events;
    }

    private QueueEvent event(int port, PauseLog log, int event) {
        return event(port, log.nanos(event))
                .setQueue(log.queue(event))
                .setKind(log.isPause(event) ? QueueEvent.Kind.PAUSE : QueueEvent.Kind.RESUME)
                .setCause(log.cause(event))
                .build();
    }

    private QueueEvent.Builder event(int port, long nanos) {
        return QueueEvent.newBuilder()
                .setDeviceId(host.settings.hostId())
                .setTimeNs(nanos - host.traffic.runNanos())
                .setPort(port);
    }

    AgentStatistics statistics(long nowNanos) {
        HostTotals totals = host.traffic.totals();
        AgentStatistics.Builder statistics =
                AgentStatistics.newBuilder()
                        .setHostId(host.settings.hostId())
                        .setTimeNs(nowNanos - host.traffic.runNanos())
                        .addAllViolations(host.device.violations().texts())
                        .setLostAnswers(totals.lostAnswers())
                        .setDuplicatePackets(totals.duplicatePackets())
                        .setRelayedPackets(host.path.relayed())
                        .setRefusedPackets(host.path.refused())
                        .setUnroutablePackets(host.path.unroutable())
                        .setCongestionNoticesSent(totals.congestionNoticesSent())
                        .setCongestionNoticesReceived(totals.congestionNoticesReceived());
        NavigableMap<Long, Long> late = new TreeMap<>();
        for (int port = 1; port <= host.device.ports(); port++) {
            statistics.addPorts(port(port));
            addQueues(statistics, port, nowNanos);
            host.device
                    .queues(port)
                    .lateness()
                    .each((upToNanos, frames) -> late.merge(upToNanos, frames, Long::sum));
        }
        late.forEach(
                (upToNanos, frames) -> statistics.addLateUpToNs(upToNanos).addLateCount(frames));
        statistics.setWithoutCoreNs(coreTime.withoutCoreNanos());
        Histogram reactions = host.control.reactions();
        for (HistogramIterationValue bucket : reactions.recordedValues()) {
            statistics
                    .addReactionUpToNs(bucket.getValueIteratedTo())
                    .addReactionCount(bucket.getCountAtValueIteratedTo());
        }
        return statistics.build();
    }

    private PortStatistics port(int port) {
        ControlFrames control = host.control;
        return PortStatistics.newBuilder()
                .setPort(port)
                .setLinkUp(host.nics.get(port - 1).isLinkUp())
                .putAllXstats(host.nics.get(port - 1).extendedStatistics())
                .setRxControlFrames(control.received(port))
                .setRxUnknownControlFrames(control.unknown(port))
                .build();
    }

    private void addQueues(AgentStatistics.Builder statistics, int port, long nowNanos) {
        EgressQueues queues = host.device.queues(port);
        for (int queue = 0; queue < queues.allQueues(); queue++) {
            boolean used =
                    queues.sentFrames(queue) > 0
                            || queues.ownBytes(queue) > 0
                            || queues.relayBytes(queue) > 0
                            || queues.pauses(queue) > 0;
            if (used) {
                statistics.addQueues(
                        QueueStatistics.newBuilder()
                                .setPort(port)
                                .setQueue(queue)
                                .setOwnBytes(queues.ownBytes(queue))
                                .setRelayBytes(queues.relayBytes(queue))
                                .setTxPackets(queues.sentFrames(queue))
                                .setTxBytes(queues.sentBytes(queue))
                                .setPauses(queues.pauses(queue))
                                .setPausedNs(queues.pausedNanos(queue, nowNanos)));
            }
        }
    }
}
