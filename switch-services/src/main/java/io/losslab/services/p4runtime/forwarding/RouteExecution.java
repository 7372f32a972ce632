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
    private final RouteBinding routes;
    private final PortBinding ports;
    private final List<PortCells> portCells = new ArrayList<>();
    private boolean inForce;

    RouteExecution(ForwardingProgram program, ForwardingPlane plane) {
        this.program = program;
        this.plane = plane;
        this.routes = new RouteBinding(program, plane);
        this.ports = new PortBinding(program, plane.portCount());
    }

    @Override
    public Map<Integer, TableBinding> tables() {
        Map<Integer, TableBinding> bindings = new HashMap<>();
        bindings.put(program.routes().id(), routes);
        program.portToSwitch().ifPresent(table -> bindings.put(table.id(), ports));
        return bindings;
    }

    @Override
    public void attach(ProfileStore profiles) {
        routes.attach(profiles);
    }

    @Override
    public ProfileListener profileListener() {
        return routes;
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
            plane.replaceRoutes(ports.switchOfPort(), routes.all());
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
            routes.startCounting();
        }
    }

    @Override
    public void commitAfter(Execution previous) throws Refusal {
        if (!(previous instanceof RouteExecution before)) {
            commit();
            return;
        }
        RouteKey different = routes.difference(before.routes);
        if (different != null) {
            throw Refusal.invalid(
                    "entry %s cannot be preserved: it would select other ports"
                            .formatted(different));
        }
        int moved = ports.difference(before.ports);
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
        List<RouteChange> changes = routes.takeChanges();
        boolean portsChanged = ports.takeChanged();
        if (!inForce || changes.isEmpty() && !portsChanged) {
            return;
        }
        try {
            plane.changeRoutes(ports.switchOfPort(), changes);
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
    }

    @Override
    public void forgetChanges() {
        routes.takeChanges();
        ports.takeChanged();
    }

    private boolean goesOnCounting(Execution previous) {
        return program.countsRoutes()
                && previous instanceof RouteExecution before
                && before.program.countsRoutes();
    }

    private void countRoutes() {
        plane.countRoutes(program.countsRoutes());
        if (program.countsRoutes()) {
            routes.startCounting();
        }
    }

    private PortCells cells(Counter counter, boolean received) {
        PortCells cells = new PortCells(plane, received, (int) counter.getSize());
        portCells.add(cells);
        return cells;
    }
}
