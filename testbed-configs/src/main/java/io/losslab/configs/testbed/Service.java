package io.losslab.configs.testbed;

/** A gRPC service of a device. */
public enum Service {
    /** Pipelines and tables. Source: IANA's port of P4Runtime. */
    P4RUNTIME("p4runtime", 9559),
    /** Traffic manager and registers of a Tofino2. */
    BFRT("bfrt", 50052),
    /** Interfaces and queues of a commodity switch. Source: IANA's port of gNMI. */
    GNMI("gnmi", 9339),
    /** Bifrost. */
    COPROCESSOR("coprocessor", 9561),
    /** Buffers, flow control and counters of a software switch. */
    SWITCH_CONTROL("switchControl", 9560),
    /** Queues, traffic and counters of a host. */
    HOST_AGENT("hostAgent", 9562);

    private final String word;
    private final int usualPort;

    Service(String word, int usualPort) {
        this.word = word;
        this.usualPort = usualPort;
    }

    /** Its key in testbed files. */
    public String word() {
        return word;
    }

    /** TCP port of an address that names none. */
    public int usualPort() {
        return usualPort;
    }
}
