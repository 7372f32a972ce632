package io.losslab.configs.testbed.file;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.yaml.YamlValue;
import java.net.UnknownHostException;

/** Plaintext stays on this machine, or goes through SSH. */
final class PlaintextRule {
    private PlaintextRule() {}

    /**
     * Reports an address that a run would refuse without TLS. A name without an address is left to
     * the run, which may be started elsewhere.
     *
     * @param value that has the address
     * @param protection what the file should have
     */
    static void check(YamlValue value, DeviceAddress address, String protection) {
        try {
            if (address.loopback().isEmpty()) {
                value.error(
                        "plaintext to %s would leave this machine".formatted(address),
                        protection,
                        "");
            }
        } catch (UnknownHostException e) {
            return;
        }
    }
}
