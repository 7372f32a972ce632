package io.losslab.orchestrator.provision;

import io.losslab.driver.bfrt.BfRtSchema;
import java.util.List;
import java.util.Optional;

/** All parts of devices that can be set. */
final class Parts {
    static final Part HOST = new HostPart();
    static final Part FORWARDING = new ForwardingPart();
    static final Part FLOW_CONTROL = new FlowControlPart();
    static final Part COPROCESSOR = new CoprocessorPart();
    static final Part INTERFACES = new InterfacesPart();

    /** Of a journal: its texts have ids in place of names. */
    private static final Part TRAFFIC_MANAGER = new TrafficManagerPart(BfRtSchema.parse(List.of()));

    private static final List<Part> ALL =
            List.of(HOST, FORWARDING, FLOW_CONTROL, COPROCESSOR, INTERFACES, TRAFFIC_MANAGER);

    private Parts() {}

    /** The part of a name, as journals have it. */
    static Optional<Part> named(String name) {
        return ALL.stream().filter(part -> part.name().equals(name)).findFirst();
    }
}
