package io.losslab.orchestrator.provision;

import java.util.List;
import java.util.Optional;

/** All parts of devices that can be set. */
final class Parts {
    static final Part HOST = new HostPart();
    static final Part FORWARDING = new ForwardingPart();
    static final Part FLOW_CONTROL = new FlowControlPart();
    static final Part COPROCESSOR = new CoprocessorPart();
    static final Part INTERFACES = new InterfacesPart();

    private static final List<Part> ALL =
            List.of(HOST, FORWARDING, FLOW_CONTROL, COPROCESSOR, INTERFACES);

    private Parts() {}

    /** The part of a name, as journals have it. */
    static Optional<Part> named(String name) {
        return ALL.stream().filter(part -> part.name().equals(name)).findFirst();
    }
}
