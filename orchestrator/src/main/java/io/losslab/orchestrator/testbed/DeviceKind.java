package io.losslab.orchestrator.testbed;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a device is, which says by which services it is driven. */
public enum DeviceKind {
    SOFTWARE_SWITCH(
            "softwareSwitch",
            List.of(Service.P4RUNTIME, Service.SWITCH_CONTROL),
            Set.of(Service.COPROCESSOR, Service.GNMI)),
    TOFINO2(
            "tofino2",
            List.of(Service.P4RUNTIME, Service.BFRT),
            Set.of(Service.COPROCESSOR, Service.GNMI)),
    COMMODITY("commodity", List.of(Service.GNMI), Set.of(Service.COPROCESSOR)),
    HOST("host", List.of(Service.HOST_AGENT), Set.of());

    private final String word;
    private final List<Service> required;
    private final Set<Service> optional;

    DeviceKind(String word, List<Service> required, Set<Service> optional) {
        this.word = word;
        this.required = required;
        this.optional = optional;
    }

    /** Its name in testbed files. */
    public String word() {
        return word;
    }

    /** Services it must have an address for. */
    public List<Service> required() {
        return required;
    }

    /** Whether it may have an address for a service. */
    public boolean serves(Service service) {
        return required.contains(service) || optional.contains(service);
    }

    /** Whether it takes logical switches; hosts take hosts. */
    public boolean isSwitch() {
        return this != HOST;
    }

    static List<String> words() {
        return Arrays.stream(values()).map(DeviceKind::word).toList();
    }

    static Optional<DeviceKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }
}
