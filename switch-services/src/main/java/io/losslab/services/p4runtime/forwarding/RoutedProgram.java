package io.losslab.services.p4runtime.forwarding;

import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.services.p4runtime.entity.Cells;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.ReplicationListener;
import io.losslab.services.p4runtime.entity.ValueSetListener;
import io.losslab.services.p4runtime.entity.table.EntryCounts;
import io.losslab.services.p4runtime.entity.table.ProfileListener;
import io.losslab.services.p4runtime.entity.table.ProfileStore;
import io.losslab.services.p4runtime.entity.table.TableBinding;
import io.losslab.services.p4runtime.execution.Execution;
import io.losslab.services.p4runtime.execution.ProgramExecution;
import io.losslab.services.p4runtime.program.MatchKey;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A P4 program that has the tables of the forwarding program. The program carries out its entries;
 * the plane hears of the routes too, so that it knows the paths of flows, which their round trips,
 * relaying hosts, and the analysis of pauses go by. What the plane cannot have for a route, it does
 * not know.
 */
final class RoutedProgram implements Execution {
    private final ProgramExecution program;
    private final ForwardingProgram tables;
    private final PlaneRoutes known;
    private boolean inForce;

    RoutedProgram(ProgramExecution program, ForwardingProgram tables, ForwardingPlane plane) {
        this.program = program;
        this.tables = tables;
        this.known = new PlaneRoutes(tables, plane);
    }

    @Override
    public Map<Integer, TableBinding> tables() {
        Map<Integer, TableBinding> bindings = new HashMap<>(program.tables());
        bindings.compute(tables.routes().id(), (id, own) -> new Both(own, known.routes()));
        tables.portToSwitch()
                .ifPresent(
                        it -> bindings.compute(it.id(), (id, own) -> new Both(own, known.ports())));
        return bindings;
    }

    @Override
    public void attach(ProfileStore profiles) {
        program.attach(profiles);
        known.routes().attach(profiles);
    }

    @Override
    public ProfileListener profileListener() {
        ProfileListener own = program.profileListener();
        return (profileId, journal) -> {
            own.profileChanged(profileId, journal);
            try {
                known.routes().profileChanged(profileId, journal);
            } catch (Refusal unknown) {
                // The program has them; their paths are those of before.
            }
        };
    }

    @Override
    public ReplicationListener replicationListener() {
        return program.replicationListener();
    }

    @Override
    public Map<Integer, Cells<CounterData>> counters() {
        return program.counters();
    }

    @Override
    public Map<Integer, Cells<P4Data>> registers() {
        return program.registers();
    }

    @Override
    public Map<Integer, Cells<MeterConfig>> meters() {
        return program.meters();
    }

    @Override
    public ValueSetListener valueSetListener() {
        return program.valueSetListener();
    }

    @Override
    public void commit() throws Refusal {
        program.commit();
        inForce = true;
        try {
            known.replaceAll();
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
        known.forgetChanges();
    }

    @Override
    public void commitAfter(Execution previous) throws Refusal {
        commit();
    }

    @Override
    public void flush() throws Refusal {
        program.flush();
        known.flush(inForce);
    }

    @Override
    public void forgetChanges() {
        program.forgetChanges();
        known.forgetChanges();
    }

    /** A table of the program whose entries the plane hears of. */
    private record Both(TableBinding own, TableBinding heard) implements TableBinding {
        @Override
        public void put(MatchKey key, TableAction action, Journal journal) throws Refusal {
            own.put(key, action, journal);
            try {
                heard.put(key, action, journal);
            } catch (Refusal unknown) {
                heard.remove(key, journal);
            }
        }

        @Override
        public void remove(MatchKey key, Journal journal) {
            own.remove(key, journal);
            heard.remove(key, journal);
        }

        @Override
        public EntryCounts counts() throws Refusal {
            return own.counts();
        }

        @Override
        public Map<MatchKey, TableAction> initial() {
            return own.initial();
        }

        @Override
        public Optional<Action> initialDefault() {
            return own.initialDefault();
        }

        @Override
        public void putTimeout(MatchKey key, TableEntry entry, Journal journal) {
            own.putTimeout(key, entry, journal);
        }

        @Override
        public Map<MatchKey, Long> idleNanos() throws Refusal {
            return own.idleNanos();
        }

        @Override
        public void checkDefault(Action action) throws Refusal {
            own.checkDefault(action);
        }

        @Override
        public void putDefault(Action action, Journal journal) throws Refusal {
            own.putDefault(action, journal);
        }

        @Override
        public void resetDefault(Journal journal) {
            own.resetDefault(journal);
        }

        @Override
        public void putMeter(MatchKey key, Optional<MeterConfig> meter, Journal journal) {
            own.putMeter(key, meter, journal);
        }
    }
}
