package io.losslab.configs.testbed;

import io.losslab.api.address.Ipv4Address;
import io.losslab.api.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * By what a testbed's results can differ, as a digest of each part: devices with their ports and
 * the keys of their kinds, cables, places of nodes, and traffic classes. How devices are reached
 * and logged in to, and how long calls may take, is none of it: a testbed that moves stays the
 * same.
 */
public final class TestbedDigest {
    private static final int BYTES = 16;

    private TestbedDigest() {}

    /** Digests by the parts' names for users, such as {@code device S1}. */
    public static Map<String, String> of(Testbed testbed) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (Device device : testbed.devices()) {
            parts.put("device " + device.name(), digest(device(device)));
        }
        parts.put(
                "cables",
                digest(
                        testbed.cables().stream()
                                .map(cable -> "%s %s".formatted(cable, cable.delay()))
                                .toList()));
        parts.put("nodes", digest(testbed.places().stream().map(TestbedDigest::place).toList()));
        parts.put("classes", digest(testbed.classes().entries()));
        parts.put("clock", testbed.clock().isPresent() ? "virtual" : "wall");
        return parts;
    }

    private static List<Object> device(Device device) {
        return List.of(
                device.kind().word(),
                device.id(),
                device.ports(),
                device.ipv4().map(Ipv4Address::text),
                new TreeMap<>(device.kind().measured(device)),
                device.rdma(),
                device.agent());
    }

    private static List<Object> place(NodePlace place) {
        return List.of(
                place.node(),
                place.device().name(),
                place.ports().stream().map(DevicePort::label).toList());
    }

    private static String digest(List<?> facts) {
        byte[] all = Sha256.of(facts.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(Arrays.copyOf(all, BYTES));
    }
}
