package io.losslab.labs.provision;

import com.google.protobuf.Message;
import io.losslab.devices.DesiredState;
import io.losslab.devices.failure.CommandFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What stood in devices before they were set, in order, what was set last, and the agents that were
 * started. With a journal, all of it is on disk before anything is changed. Thread safe.
 */
public final class Ledger {
    private final Optional<Journal> journal;
    private final List<DesiredState> before = new ArrayList<>();
    private final Map<String, DesiredState> applied = new LinkedHashMap<>();

    private final Set<AgentFolder> agents = new LinkedHashSet<>();

    /** By part, everything that was set at any time. */
    private final Map<String, DesiredState> touched = new LinkedHashMap<>();

    private final ReentrantLock change = new ReentrantLock();

    private volatile Supplier<Optional<CommandFailure>> forbidden = Optional::empty;

    private Ledger(Optional<Journal> journal) {
        this.journal = journal;
    }

    /** A ledger that ends with the process, for devices that do too. */
    public static Ledger inMemory() {
        return new Ledger(Optional.empty());
    }

    /** A ledger that outlives the process. */
    public static Ledger in(Journal journal) {
        return new Ledger(Optional.of(journal));
    }

    /** Devices are changed and restored only while there is no reason not to. */
    public void forbiddenBy(Supplier<Optional<CommandFailure>> reason) {
        this.forbidden = reason;
    }

    /**
     * Before a device is changed.
     *
     * @throws CommandFailure where it may not be
     */
    void requireAllowed() {
        forbidden
                .get()
                .ifPresent(
                        reason -> {
                            throw reason;
                        });
    }

    /** Changes devices, or restores them, while no other thread does. */
    <T> T alone(Supplier<T> task) {
        change.lock();
        try {
            return task.get();
        } finally {
            change.unlock();
        }
    }

    /** A part is about to be changed from a state. */
    synchronized void record(DesiredState state) {
        journal.ifPresent(file -> file.add(state));
        before.add(state);
    }

    /** An agent is about to be started. */
    public synchronized void record(AgentFolder agent) {
        if (agents.add(agent)) {
            journal.ifPresent(file -> file.add(agent));
        }
    }

    /** Agents that were to be started, of this process or the one that wrote the journal. */
    public synchronized List<AgentFolder> agents() {
        return List.copyOf(agents);
    }

    /** None of the agents runs any more. */
    public synchronized void agentsEnded() {
        agents.clear();
        settled();
    }

    /** A part is about to reset its device: the other parts are not as they were set any more. */
    synchronized void reset(DesiredState by) {
        applied.values()
                .removeIf(
                        state ->
                                state.device().name().equals(by.device().name())
                                        && !state.key().equals(by.key()));
    }

    /** A state that is on disk already. */
    synchronized void restore(DesiredState state) {
        before.add(state);
    }

    /** An agent that is on disk already. */
    synchronized void restore(AgentFolder agent) {
        agents.add(agent);
    }

    /** A part has been changed. */
    synchronized void applied(DesiredState state) {
        applied.put(state.key(), state);
    }

    /** What this ledger's owner set a part to last. */
    synchronized Optional<DesiredState> lastApplied(DesiredState wanted) {
        return Optional.ofNullable(applied.get(wanted.key()));
    }

    synchronized int size() {
        return before.size();
    }

    /**
     * The states that were recorded after so many, the last first. They are about to be restored:
     * devices are not as they were set any more, and not yet as they were.
     */
    synchronized List<DesiredState> undoing(int mark) {
        List<DesiredState> last = new ArrayList<>(before.subList(mark, before.size()));
        Collections.reverse(last);
        last.forEach(state -> applied.remove(state.key()));
        return last;
    }

    /** A device is in a recorded state again. */
    synchronized void restored(DesiredState state) {
        before.remove(before.lastIndexOf(state));
    }

    /**
     * Keeps of each matter of a part only the state it had first: what came between was this
     * ledger's owner's.
     */
    synchronized void merge() {
        Map<String, DesiredState> first = new LinkedHashMap<>();
        for (DesiredState state : before) {
            DesiredState known = first.putIfAbsent(state.key(), state);
            DesiredState set = touched.get(state.key());
            if (known != null && set != null) {
                // What was set last is restored first.
                DesiredState later = entry(known, set.missing(state.state()));
                first.put(state.key(), later.plus(known.state()));
            }
        }
        before.clear();
        before.addAll(first.values());
        applied.forEach(
                (key, state) ->
                        touched.merge(
                                key, state, (old, now) -> old.plus(old.missing(now.state()))));
    }

    /**
     * By part the state that undoing everything in order ends in, the first part last: of each
     * matter the state that was recorded first.
     */
    synchronized List<DesiredState> ends() {
        Map<String, DesiredState> first = new LinkedHashMap<>();
        for (DesiredState state : before) {
            first.merge(
                    state.key(),
                    state,
                    (known, later) ->
                            known.part().isWhole()
                                    ? known
                                    : entry(known, known.missing(later.state()))
                                            .plus(known.state()));
        }
        List<DesiredState> ends = new ArrayList<>(first.values());
        Collections.reverse(ends);
        return ends;
    }

    /** What was set of every part at any time, the last of it not always. */
    synchronized List<DesiredState> touched() {
        return List.copyOf(touched.values());
    }

    /** What a matter was like before this ledger's owner set it; empty where it was not there. */
    synchronized Optional<Message> first(DesiredState part, Message about) {
        return before.stream()
                .filter(state -> state.key().equals(part.key()))
                .flatMap(state -> state.state().stream())
                .filter(message -> part.part().isSameMatter(message, about))
                .findFirst();
    }

    /**
     * Parts have begun anew, or are as they were: of what was set there, nothing is left and
     * nothing is to undo.
     */
    public synchronized void forget(Predicate<DesiredState> anew) {
        before.removeIf(anew);
        applied.values().removeIf(anew);
        touched.values().removeIf(anew);
        settled();
    }

    /** All is as it was before; a journal is deleted. */
    synchronized void settled() {
        if (before.isEmpty() && agents.isEmpty()) {
            journal.ifPresent(Journal::delete);
        }
    }

    /** A state that was read, as an entry. */
    static DesiredState entry(DesiredState wanted, List<Message> present) {
        return new DesiredState(wanted.device(), wanted.part(), present);
    }
}
