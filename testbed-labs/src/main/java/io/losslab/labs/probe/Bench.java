package io.losslab.labs.probe;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.labs.backend.LabClock;
import io.losslab.proto.v1.PortFrames;
import io.losslab.proto.v1.TimedPause;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The hosts of a probe and their time: does one {@link Trial} after the other. What happens in one
 * follows from the receiver's clock and from counts, never from comparing the clocks of two hosts.
 */
final class Bench implements AutoCloseable {
    /** Wall time that calls to agents may take. */
    private static final long CALL_NANOS = 50_000_000;

    private static final long LEAST_SETTLE_NANOS = 2_000;

    /** Of a cable once around the earth. */
    private static final long MOST_ROUND_TRIP_NANOS = 400_000_000;

    private static final int MOST_ATTEMPTS = 5;
    private static final int MOST_WAITS = 60;
    private static final int FIRST_FLOW_IDS = 4_000_000;
    private static final int RESUME = 0;

    final ProbedHost sender;
    final ProbedHost receiver;
    final Optional<ProbedHost> also;
    final int trafficClass;

    private final LabClock clock;
    private final Set<ProbedHost> hosts = new LinkedHashSet<>();
    private long callNanos;
    private long settleNanos = LEAST_SETTLE_NANOS;
    private int nextFlowId;

    Bench(
            LabClock clock,
            ProbedHost sender,
            ProbedHost receiver,
            Optional<ProbedHost> also,
            int trafficClass) {
        this.clock = clock;
        this.sender = sender;
        this.receiver = receiver;
        this.also = also;
        this.trafficClass = trafficClass;
        hosts.add(sender);
        hosts.add(receiver);
        also.ifPresent(hosts::add);
    }

    /**
     * Begins: starts the hosts' time, and sends a frame to learn how long a round trip takes.
     *
     * @throws CommandFailure where the frame is not acknowledged
     */
    void open() {
        clock.prepare(0);
        if (receiver.nowNanos() <= 0) {
            clock.runUntil(0, (nanos, hops) -> {});
        }
        callNanos = sender.timeScale() == 0 ? 0 : (long) (CALL_NANOS / sender.timeScale());
        // Ids of an earlier probe of hosts in virtual time stay taken; a probe takes more
        // microseconds than flows.
        nextFlowId = 1 + (int) (Math.max(0, receiver.nowNanos()) / 1_000 % FIRST_FLOW_IDS);
        for (ProbedHost host : hosts) {
            host.configure(true, Math.max(1_000_000_000L, 100 * callNanos));
            host.watch(true);
        }
        learnRoundTrip(sender);
        also.ifPresent(this::learnRoundTrip);
    }

    /** Ends: nothing is noted any more. What was set on hosts is the ledger's to restore. */
    @Override
    public void close() {
        for (ProbedHost host : hosts) {
            host.watch(false);
        }
    }

    /** Frames of the probed class among some that are sent. */
    int framesOfClass(List<Trial.Burst> bursts) {
        return bursts.stream()
                .filter(burst -> burst.trafficClass() == trafficClass)
                .mapToInt(Trial.Burst::frames)
                .sum();
    }

    private void learnRoundTrip(ProbedHost host) {
        long began = receiver.nowNanos();
        host.send(nextFlowId++, receiver, trafficClass, ProbedHost.leastFrameBytes(), 1);
        long step = LEAST_SETTLE_NANOS / 2;
        // A message counts as posted once time has passed.
        pass(step);
        while (host.isBusy()) {
            if (receiver.nowNanos() - began > MOST_ROUND_TRIP_NANOS + MOST_WAITS * callNanos) {
                throw CommandFailure.failed(
                        "a frame of class %d from %s to %s was not acknowledged within %.1f s"
                                .formatted(
                                        trafficClass,
                                        host.name(),
                                        receiver.name(),
                                        (receiver.nowNanos() - began) / 1e9),
                        "check the switch's routes, or let the probe set them: --with EXPERIMENT");
            }
            step *= 2;
            pass(step);
        }
        settleNanos = Math.max(settleNanos, 2 * (receiver.nowNanos() - began));
        forget();
    }

    /**
     * Does a trial.
     *
     * @throws CommandFailure where agents answer too late, again and again
     */
    Trial.Outcome run(Trial trial) {
        for (int attempt = 1; ; attempt++) {
            Optional<Trial.Outcome> outcome = attempt(trial);
            if (outcome.isPresent()) {
                return outcome.get();
            }
            if (attempt == MOST_ATTEMPTS) {
                throw CommandFailure.failed(
                        "the agents of %s and %s take longer than %.0f ms for a call"
                                .formatted(sender.name(), receiver.name(), callNanos / 1e6),
                        "check the network latency to them and this machine's load");
            }
            callNanos *= 2;
        }
    }

    /** Empty where calls took too long for the port to be stopped all the time. */
    private Optional<Trial.Outcome> attempt(Trial trial) {
        Timeline times = new Timeline(trial);
        configure(trial, times);
        long began = receiver.sendPauses(times.pauses(mask(trial)));
        passTo(began + settleNanos);
        int sent = 0;
        for (Trial.Burst burst : trial.bursts()) {
            burst.from()
                    .send(
                            nextFlowId++,
                            receiver,
                            burst.trafficClass(),
                            burst.frameBytes(),
                            burst.frames());
            pass(settleNanos + (long) burst.nanos());
            sent = burst.frames();
        }
        boolean inTime = receiver.nowNanos() - began <= times.letGo;
        passTo(began + times.look);
        Passed held = Passed.of(sender.passed(), trafficClass);
        inTime &= receiver.nowNanos() - began < times.end;
        passTo(began + times.drained);
        List<PortFrames> noted = receiver.passed();
        Passed seen = held.and(Passed.of(sender.passed(), trafficClass));
        boolean torn = trial.bursts().stream().anyMatch(burst -> burst.from().isTorn());
        finish(times.timeout);
        if (!inTime) {
            return Optional.empty();
        }
        Passed received = Passed.of(noted, trafficClass);
        int leaked = received.receivedBy(firstResume(received));
        if (leaked > 0) {
            throw new Undetermined(
                    "%s did not stop the switch: %d frames of class %d came after its pause"
                            .formatted(receiver.name(), leaked, trafficClass));
        }
        int filler = trial.bursts().get(0).trafficClass();
        return Optional.of(
                new Trial.Outcome(
                        held,
                        seen,
                        received,
                        Passed.of(noted, filler).dataReceived().size(),
                        sent,
                        torn,
                        finalResume(received)));
    }

    private static long firstResume(Passed received) {
        return received.sent().stream()
                .filter(Passed.Pause::resumes)
                .mapToLong(Passed.Pause::nanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static long finalResume(Passed received) {
        return received.sent().stream()
                .filter(Passed.Pause::resumes)
                .mapToLong(Passed.Pause::nanos)
                .max()
                .orElse(Long.MAX_VALUE);
    }

    private void configure(Trial trial, Timeline times) {
        for (ProbedHost host : hosts) {
            host.configure(trial.obeys() || host == receiver, times.timeout);
        }
        trial.bursts().forEach(burst -> burst.from().countResent());
    }

    private static int mask(Trial trial) {
        return trial.bursts().stream()
                .mapToInt(burst -> 1 << burst.trafficClass())
                .reduce(0, (one, other) -> one | other);
    }

    /** Waits until all that was lost has been resent, and forgets what was seen of it. */
    private void finish(long timeoutNanos) {
        for (int i = 0; hosts.stream().anyMatch(ProbedHost::isBusy); i++) {
            if (i == MOST_WAITS) {
                throw CommandFailure.failed(
                        "%s cannot deliver what it sent to %s in %.1f s"
                                .formatted(
                                        sender.name(),
                                        receiver.name(),
                                        MOST_WAITS * timeoutNanos / 1e9),
                        "check that the switch forwards class " + trafficClass);
            }
            pass(timeoutNanos);
        }
        forget();
    }

    private void forget() {
        for (ProbedHost host : hosts) {
            host.passed();
            host.dropRecords();
        }
    }

    private void pass(long nanos) {
        passTo(receiver.nowNanos() + nanos);
    }

    private void passTo(long untilNanos) {
        if (untilNanos > receiver.nowNanos()) {
            clock.runUntil(untilNanos, (nanos, hops) -> {});
        }
    }

    /** When the receiver does what in a trial, from its call on, nanoseconds. */
    private final class Timeline {
        /** The port is let go for the first time. */
        final long letGo;

        /** The sender is asked what it saw while the port was stopped. */
        final long look;

        /** The port is let go for good. */
        final long end;

        /** All that the switch held has arrived. */
        final long drained;

        /** A sender goes back after such a silence, not before. */
        final long timeout;

        private final Trial trial;
        private final long quantumPauseNanos;

        Timeline(Trial trial) {
            this.trial = trial;
            double fill = trial.bursts().stream().mapToDouble(Trial.Burst::nanos).sum();
            double drain =
                    trial.bursts().stream()
                            .mapToDouble(b -> b.frames() * receiver.wireNanos(b.frameBytes()))
                            .sum();
            int bursts = trial.bursts().size();
            letGo =
                    (bursts + 2) * settleNanos
                            + (bursts + 1) * callNanos
                            + (long) fill
                            + trial.longerNanos();
            quantumPauseNanos = PauseFrame.nanosOf(trial.quanta(), receiver.rate());
            long again = letGo + trial.letGoNanos() + 2 * quantumPauseNanos;
            look = trial.letGoNanos() == 0 ? letGo - settleNanos / 2 : again + 2 * settleNanos;
            end = trial.letGoNanos() == 0 ? letGo : again + 4 * settleNanos + 2 * callNanos;
            drained = end + (long) (2 * drain) + 2 * settleNanos + (long) fill;
            timeout = 2 * (drained + callNanos);
        }

        List<TimedPause> pauses(int priorities) {
            List<TimedPause> pauses = new ArrayList<>();
            hold(pauses, priorities, 0, letGo);
            add(pauses, priorities, letGo, RESUME);
            if (trial.letGoNanos() > 0) {
                long again = letGo + trial.letGoNanos();
                if (trial.quanta() > 0) {
                    add(pauses, priorities, again, trial.quanta());
                } else {
                    hold(pauses, priorities, again, end);
                }
                add(pauses, priorities, end, RESUME);
            }
            return pauses;
        }

        /** A pause that is renewed at a quarter of its time. */
        private void hold(List<TimedPause> pauses, int priorities, long from, long until) {
            long step = PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, receiver.rate()) / 4;
            for (long at = from; at < until; at += step) {
                add(pauses, priorities, at, PauseFrame.MAX_QUANTA);
            }
        }

        private static void add(List<TimedPause> pauses, int priorities, long at, int quanta) {
            pauses.add(
                    TimedPause.newBuilder()
                            .setAfterNs(at)
                            .setPriorities(priorities)
                            .setQuanta(quanta)
                            .build());
        }
    }
}
