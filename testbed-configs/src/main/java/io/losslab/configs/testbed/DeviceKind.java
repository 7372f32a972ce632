package io.losslab.configs.testbed;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a device is, which says by which services it is driven. */
public enum DeviceKind {
    SOFTWARE_SWITCH("softwareSwitch"),
    TOFINO2("tofino2"),
    COMMODITY("commodity"),
    HOST("host");

    private final String word;

    DeviceKind(String word) {
        this.word = word;
    }

    /** Its name in testbed files. */
    public String word() {
        return word;
    }

    /** Services it must have an address for. */
    public List<Service> required() {
        return switch (this) {
            case SOFTWARE_SWITCH -> List.of(Service.P4RUNTIME, Service.SWITCH_CONTROL);
            case TOFINO2 -> List.of(Service.P4RUNTIME, Service.BFRT);
            case COMMODITY -> List.of(Service.GNMI);
            case HOST -> List.of(Service.HOST_AGENT);
        };
    }

    /** Whether it may have an address for a service. */
    public boolean serves(Service service) {
        boolean beside = service == Service.COPROCESSOR || service == Service.GNMI;
        return required().contains(service) || isSwitch() && beside;
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
