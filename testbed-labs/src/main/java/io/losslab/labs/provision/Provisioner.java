package io.losslab.labs.provision;

import com.google.protobuf.Message;
import io.losslab.api.process.Uninterrupted;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Part;
import io.losslab.devices.Recovery;
import io.losslab.devices.Sessions;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.DeviceException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings devices to wanted states in one transaction: all are checked before the first is changed,
 * each change is read back, and where anything fails all are restored, the last one first. What is
 * in force already is left alone, and an interrupt waits for a change that is under way. For one
 * thread; slow devices are set side by side by others.
 */
public final class Provisioner {
    private static final Logger LOG = LoggerFactory.getLogger(Provisioner.class);

    /** For all calls of a part, above what the longest of them has: SONiC takes rows one by one. */
    private static final Duration PATIENCE = Duration.ofMinutes(35);

    private final Sessions sessions;
    private final Ledger ledger;

    public Provisioner(Sessions sessions, Ledger ledger) {
        this.sessions = sessions;
        this.ledger = ledger;
    }

    /**
     * Applies all or nothing.
     *
     * @return how many calls changed something
     * @throws DeviceException where a device fails and everything was restored
     * @throws UndoFailure where a device fails and not everything could be restored
     * @throws CommandFailure where devices may not be changed any more; they stay as they are then
     */
    public int apply(List<DesiredState> asked) {
        return ledger.alone(() -> applyAll(asked));
    }

    private int applyAll(List<DesiredState> asked) {
        List<DesiredState> wanted = withWhatWas(asked);
        SideBySide.each(wanted, this::check);
        Map<String, Recovery> recoveries = new ConcurrentHashMap<>();
        SideBySide.each(wanted, each -> recoveries.put(each.key(), recovery(each)));
        int mark = ledger.size();
        try {
            AtomicInteger sent = new AtomicInteger();
            SideBySide.each(wanted, each -> sent.addAndGet(apply(each, wanted)));
            if (sent.get() > 0) {
                SideBySide.each(wanted, each -> await(each, recoveries.remove(each.key())));
            }
            ledger.merge();
            return sent.get();
        } catch (RuntimeException e) {
            ledger.requireAllowed();
            List<String> left = undoTo(mark, recoveries);
            if (left.isEmpty()) {
                throw e;
            }
            throw new UndoFailure(e, left);
        }
    }

    /**
     * What earlier cells set and this one says nothing of, be it a part of what both are about,
     * goes back to what it was before them. A part that this cell does not ask for at all goes back
     * first, the last one set before others, so that what follows meets the device it expects.
     */
    private List<DesiredState> withWhatWas(List<DesiredState> asked) {
        Map<String, DesiredState> wanted = new LinkedHashMap<>();
        asked.forEach(each -> wanted.put(each.key(), each));
        Deque<DesiredState> goneBack = new ArrayDeque<>();
        for (DesiredState set : ledger.touched()) {
            if (set.part().isWhole()) {
                continue;
            }
            DesiredState now =
                    wanted.getOrDefault(
                            set.key(), new DesiredState(set.device(), set.part(), List.of()));
            // Two messages about one row may have been recorded as its absence: it is deleted once.
            Set<Message> were = new LinkedHashSet<>();
            for (Message message : now.missing(set.state())) {
                were.add(ledger.first(set, message).orElseThrow(() -> stays(set, message)));
            }
            List<Message> back = new ArrayList<>(were);
            Collections.reverse(back);
            if (wanted.computeIfPresent(set.key(), (key, each) -> overWhatWas(each).plus(back))
                    == null) {
                goneBack.addFirst(now.plus(back));
            }
        }
        List<DesiredState> all = new ArrayList<>(goneBack);
        all.addAll(wanted.values());
        return all;
    }

    private DesiredState overWhatWas(DesiredState wanted) {
        Part part = wanted.part();
        List<Message> state = new ArrayList<>();
        for (Message message : wanted.state()) {
            state.add(
                    ledger.first(wanted, message)
                            .map(before -> part.over(before, message))
                            .orElse(message));
        }
        return new DesiredState(wanted.device(), part, state);
    }

    private static CommandFailure stays(DesiredState set, Message message) {
        return CommandFailure.failed(
                "%s: an earlier cell configured its %s, which this cell does not use and which cannot be restored: %s"
                        .formatted(
                                set.device().name(),
                                set.part().name(),
                                set.part().describe(List.of(message))),
                "run the cells that use it in a separate run");
    }

    /**
     * Reads everything again.
     *
     * @throws DeviceException where a device is no longer what it was set to
     */
    public void requireUnchanged(List<DesiredState> wanted) {
        SideBySide.each(wanted, this::requireUnchanged);
    }

    private void requireUnchanged(DesiredState wanted) {
        DeviceSession session = sessions.of(wanted.device());
        wanted.part()
                .rival(session)
                .ifPresent(
                        rival -> {
                            throw somebodyElse(wanted, rival);
                        });
        requireOurs(wanted, wanted.part().read(session, wanted.state()));
    }

    /**
     * Restores all that the ledger holds, the last first, and goes on where one fails. Where a run
     * that died set a device several times, it goes back at once; if that fails, step by step.
     *
     * @return what could not be restored, as text
     */
    public List<String> undoAll() {
        return ledger.alone(
                () ->
                        Uninterrupted.get(
                                () -> {
                                    undoAtOnce();
                                    return undoAfter(0, Map.of());
                                }));
    }

    private void check(DesiredState wanted) {
        DeviceSession session = sessions.of(wanted.device());
        wanted.part().checks(wanted.device(), wanted.state()).forEach(call -> call.send(session));
    }

    private Recovery recovery(DesiredState state) {
        return state.part().recovery(sessions.of(state.device()), state.state());
    }

    private void await(DesiredState state, Recovery recovery) {
        recovery.await(sessions.of(state.device()));
    }

    private static <V> Map<DesiredState, V> byState() {
        return Collections.synchronizedMap(new IdentityHashMap<>());
    }

    private int apply(DesiredState wanted, List<DesiredState> all) {
        DeviceSession session = sessions.of(wanted.device());
        Part part = wanted.part();
        List<Message> present = part.read(session, wanted.state());
        ledger.lastApplied(wanted).ifPresent(ours -> requireOurs(session, ours, present));
        List<DeviceCall> calls = part.calls(wanted.device(), present, wanted.state());
        if (!calls.isEmpty()) {
            if (part.resetsDevice(present, wanted.state())) {
                recordOthers(wanted, all);
                ledger.reset(wanted);
            }
            record(wanted, present);
            send(wanted, calls);
            requireInForce(wanted, part.read(session, wanted.state()));
        }
        ledger.applied(wanted);
        return calls.size();
    }

    /** A device that is still being changed when it is restored would not stay so. */
    private void send(DesiredState wanted, List<DeviceCall> calls) {
        DeviceSession session = sessions.of(wanted.device());
        if (!Uninterrupted.within(PATIENCE, () -> sendAll(calls, session))) {
            throw failed(
                    wanted,
                    "%s: the device did not take it within %d s"
                            .formatted(wanted.part().name(), PATIENCE.toSeconds()),
                    "check whether the device is busy, or another controller holds it");
        }
    }

    private void sendAll(List<DeviceCall> calls, DeviceSession session) {
        for (DeviceCall call : calls) {
            ledger.requireAllowed();
            call.send(session);
        }
    }

    private void record(DesiredState wanted, List<Message> present) {
        if (!wanted.endsWithTheRun()) {
            ledger.record(Ledger.entry(wanted, present));
        }
    }

    /** What is lost when a part resets its device; it is restored after that part. */
    private void recordOthers(DesiredState resetting, List<DesiredState> all) {
        for (DesiredState other : all) {
            if (other.device().equals(resetting.device()) && !other.key().equals(resetting.key())) {
                record(other, other.part().read(sessions.of(other.device()), other.state()));
            }
        }
    }

    private void requireInForce(DesiredState wanted, List<Message> present) {
        Part part = wanted.part();
        if (!part.calls(wanted.device(), present, wanted.state()).isEmpty()) {
            throw failed(
                    wanted,
                    "%s does not read back as sent: %s"
                            .formatted(part.name(), part.difference(wanted.state(), present)),
                    "check whether the device or another controller changes settings");
        }
    }

    /** What was read about another state may say too little of this one. */
    private void requireOurs(DeviceSession session, DesiredState ours, List<Message> present) {
        if (!ours.part().calls(ours.device(), present, ours.state()).isEmpty()) {
            requireOurs(ours, ours.part().read(session, ours.state()));
        }
    }

    private void requireOurs(DesiredState ours, List<Message> present) {
        Part part = ours.part();
        if (!part.calls(ours.device(), present, ours.state()).isEmpty()) {
            throw somebodyElse(
                    ours,
                    "its %s differs from what this run configured: %s"
                            .formatted(part.name(), part.difference(ours.state(), present)));
        }
    }

    private DeviceException somebodyElse(DesiredState state, String what) {
        return refused(
                state,
                "device configuration changed outside this run: " + what,
                "stop the other controller and run again");
    }

    private DeviceException refused(DesiredState state, String problem, String advice) {
        return DeviceException.refused(
                state.device().name(), address(state), problem, advice, null);
    }

    private DeviceException failed(DesiredState state, String problem, String advice) {
        return DeviceException.failed(state.device().name(), address(state), problem, advice, null);
    }

    private String address(DesiredState state) {
        return state.part().address(sessions.of(state.device()));
    }

    /**
     * Restores what was recorded after so many.
     *
     * @param awaited what devices had before they were set, where that has not been waited for
     */
    private List<String> undoTo(int mark, Map<String, Recovery> awaited) {
        return Uninterrupted.get(() -> undoAfter(mark, awaited));
    }

    private List<String> undoAfter(int mark, Map<String, Recovery> awaited) {
        List<DesiredState> last = ledger.undoing(mark);
        Map<DesiredState, Recovery> recoveries = byState();
        Map<DesiredState, String> problems = byState();
        SideBySide.each(
                last, old -> attempt(old, () -> recoveries.put(old, toAwait(old, awaited))));
        SideBySide.each(
                last,
                old -> attempt(old, () -> undo(old)).ifPresent(text -> problems.put(old, text)));
        SideBySide.each(
                last,
                old ->
                        attempt(old, () -> await(old, recoveries.getOrDefault(old, Recovery.NONE)))
                                .ifPresent(text -> problems.putIfAbsent(old, text)));
        last.stream().filter(old -> !problems.containsKey(old)).forEach(ledger::restored);
        ledger.settled();
        return last.stream().filter(problems::containsKey).map(problems::get).toList();
    }

    /**
     * Brings devices that were set several times to the states that all steps back would end in.
     */
    private void undoAtOnce() {
        List<DesiredState> ends = ledger.ends();
        if (ends.size() == ledger.size()) {
            return;
        }
        Map<DesiredState, Recovery> recoveries = byState();
        Set<String> failed = ConcurrentHashMap.newKeySet();
        List<Consumer<DesiredState>> steps =
                List.of(
                        end -> recoveries.put(end, recovery(end)),
                        this::undo,
                        end -> await(end, recoveries.getOrDefault(end, Recovery.NONE)),
                        // A part that resets its device may have undone what was restored before
                        // it.
                        end ->
                                requireInForce(
                                        end,
                                        end.part().read(sessions.of(end.device()), end.state())));
        for (Consumer<DesiredState> step : steps) {
            SideBySide.each(
                    ends,
                    end ->
                            attempt(end, () -> step.accept(end))
                                    .ifPresent(problem -> failed.add(end.device().name())));
        }
        ledger.forget(state -> !failed.contains(state.device().name()));
    }

    private Recovery toAwait(DesiredState old, Map<String, Recovery> awaited) {
        Recovery before = awaited.get(old.key());
        return before != null ? before : recovery(old);
    }

    private void undo(DesiredState old) {
        DeviceSession session = sessions.of(old.device());
        Part part = old.part();
        List<DeviceCall> calls =
                part.calls(old.device(), part.read(session, old.state()), old.state());
        sendAll(calls, session);
        if (!calls.isEmpty()) {
            requireInForce(old, part.read(session, old.state()));
        }
    }

    /** Does a step of a restore; what went wrong, if something did. */
    private static Optional<String> attempt(DesiredState old, Runnable step) {
        try {
            step.run();
            return Optional.empty();
        } catch (RuntimeException e) {
            LOG.error("undoing {}", old.key(), e);
            return Optional.of("%s: %s".formatted(old.part().name(), e.getMessage()));
        }
    }
}
