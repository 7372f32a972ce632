package io.losslab.services.p4runtime.forwarding;

import io.losslab.services.p4runtime.program.Refusal;
import java.util.List;

/** What the tables of the forwarding program hold, and the plane that carries it out. */
final class PlaneRoutes {
    private final ForwardingPlane plane;
    private final RouteBinding routes;
    private final PortBinding ports;

    /** Empty tables. */
    PlaneRoutes(ForwardingProgram program, ForwardingPlane plane) {
        this.plane = plane;
        this.routes = new RouteBinding(program, plane);
        this.ports = new PortBinding(program, plane.portCount());
    }

    RouteBinding routes() {
        return routes;
    }

    PortBinding ports() {
        return ports;
    }

    /** Has the plane forward by all of it, and by nothing else. */
    void replaceAll() {
        plane.replaceRoutes(ports.switchOfPort(), routes.all());
    }

    /** Takes what has changed; hands it to the plane, all at once, where that is wanted. */
    void flush(boolean inForce) throws Refusal {
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

    /** What has changed was undone, or the plane has it. */
    void forgetChanges() {
        routes.takeChanges();
        ports.takeChanged();
    }
}
