package io.losslab.services.p4runtime.forwarding;

import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.services.p4runtime.entity.Cells;
import io.losslab.services.p4runtime.entity.table.ProfileListener;
import io.losslab.services.p4runtime.entity.table.ProfileStore;
import io.losslab.services.p4runtime.entity.table.TableBinding;
import io.losslab.services.p4runtime.execution.Execution;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The forwarding program, whose routes and counters the plane has by itself. */
final class RouteExecution implements Execution {
    private final ForwardingProgram program;
    private final ForwardingPlane plane;
    private final PlaneRoutes known;
    private final List<PortCells> portCells = new ArrayList<>();
    private boolean inForce;

    RouteExecution(ForwardingProgram program, ForwardingPlane plane) {
        this.program = program;
        this.plane = plane;
        this.known = new PlaneRoutes(program, plane);
    }

    @Override
    public Map<Integer, TableBinding> tables() {
        Map<Integer, TableBinding> bindings = new HashMap<>();
        bindings.put(program.routes().id(), known.routes());
        program.portToSwitch().ifPresent(table -> bindings.put(table.id(), known.ports()));
        return bindings;
    }

    @Override
    public void attach(ProfileStore profiles) {
        known.routes().attach(profiles);
    }

    @Override
    public ProfileListener profileListener() {
        return known.routes();
    }

    @Override
    public Map<Integer, Cells<CounterData>> counters() {
        Map<Integer, Cells<CounterData>> counted = new HashMap<>();
        program.rx().ifPresent(it -> counted.put(it.getPreamble().getId(), cells(it, true)));
        program.tx().ifPresent(it -> counted.put(it.getPreamble().getId(), cells(it, false)));
        return counted;
    }

    @Override
    public void commit() throws Refusal {
        try {
            plane.runProgram(null);
            known.replaceAll();
            countRoutes();
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
        forgetChanges();
        for (PortCells cells : portCells) {
            cells.reset();
        }
        inForce = true;
    }

    @Override
    public void expect(Execution previous) {
        if (goesOnCounting(previous)) {
            known.routes().startCounting();
        }
    }

    @Override
    public void commitAfter(Execution previous) throws Refusal {
        if (!(previous instanceof RouteExecution before)) {
            commit();
            return;
        }
        RouteKey different = known.routes().difference(before.known.routes());
        if (different != null) {
            throw Refusal.invalid(
                    "entry %s cannot be preserved: it would select other ports"
                            .formatted(different));
        }
        int moved = known.ports().difference(before.known.ports());
        if (moved != 0) {
            throw Refusal.invalid(
                    "the logical switch of port %d cannot be preserved".formatted(moved));
        }
        if (!goesOnCounting(previous)) {
            try {
                countRoutes();
            } catch (IllegalStateException e) {
                throw Refusal.ofPlane(e);
            }
        }
        forgetChanges();
        inForce = true;
    }

    @Override
    public void flush() throws Refusal {
        known.flush(inForce);
    }

    @Override
    public void forgetChanges() {
        known.forgetChanges();
    }

    private boolean goesOnCounting(Execution previous) {
        return program.countsRoutes()
                && previous instanceof RouteExecution before
                && before.program.countsRoutes();
    }

    private void countRoutes() {
        plane.countRoutes(program.countsRoutes());
        if (program.countsRoutes()) {
            known.routes().startCounting();
        }
    }

    private PortCells cells(Counter counter, boolean received) {
        PortCells cells = new PortCells(plane, received, (int) counter.getSize());
        portCells.add(cells);
        return cells;
    }
}
