package io.losslab.configs.testbed;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.language.Key;

/**
 * A service of a device. Those here are had by devices of several kinds; a kind may have others.
 *
 * @param word its key in testbed files
 * @param usualPort TCP port of an address that names none
 * @param meaning what it is for, a sentence for users
 */
public record Service(String word, int usualPort, String meaning) {
    /** Source of the port: IANA's of P4Runtime. */
    public static final Service P4RUNTIME =
            new Service("p4runtime", 9559, "P4Runtime: pipeline and tables.");

    /** Source of the port: IANA's of gNMI. */
    public static final Service GNMI = new Service("gnmi", 9339, "gNMI: interfaces and queues.");

    public static final Service COPROCESSOR =
            new Service("coprocessor", 9561, "Bifrost coprocessor.");

    /** Buffers, flow control and counters. */
    public static final Service SWITCH_CONTROL =
            new Service(
                    "switchControl",
                    9560,
                    "Switch control: buffers, flow control, counters of a software switch.");

    /** Queues, traffic and counters of a host. */
    public static final Service HOST_AGENT =
            new Service("hostAgent", 9562, "Agent that is already running.");

    /** Commands over the device's SSH login, which has a key of its own. */
    public static final Service SSH = new Service("ssh", 22, "Commands over SSH.");

    /** The key of its address. */
    public Key<DeviceAddress> key() {
        return Key.optional(word, ServiceAddress.type(usualPort), meaning)
                .like("192.0.2.7:" + usualPort);
    }
}
