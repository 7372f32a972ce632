package io.losslab.configs.testbed;

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

    /** Whether it takes logical switches; hosts take hosts. */
    public boolean isSwitch() {
        return this != HOST;
    }
}
