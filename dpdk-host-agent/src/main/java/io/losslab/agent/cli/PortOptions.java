package io.losslab.agent.cli;

import io.losslab.agent.plane.PortPlace;
import io.losslab.api.address.Ipv4Address;
import io.losslab.api.address.MacAddress;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.LinkProfile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Reads how a port is cabled, as in {@code peer-mac=02:00:00:01:00:02,rate=100Gbps,delay=1us}. */
final class PortOptions {
    private static final Set<String> KEYS =
            Set.of("mac", "peer-mac", "rate", "delay", "peer", "peer-ipv4");
    private static final String EXPECTED =
            "expected KEY=VALUE,... with mac, peer-mac, rate, delay, peer=DEVICE:PORT, peer-ipv4";

    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Reads the text.
     *
     * @throws IllegalArgumentException where a key or value cannot be
     */
    PortOptions(String text) {
        for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
            String[] pair = part.strip().split("=", 2);
            if (pair.length != 2 || !KEYS.contains(pair[0])) {
                throw new IllegalArgumentException("--link: '" + part + "': " + EXPECTED);
            }
            values.put(pair[0], pair[1]);
        }
    }

    /**
     * Where the port is, what was not named at its default.
     *
     * @param maxFrameBytes longest frame, destination MAC to FCS
     * @throws IllegalArgumentException where a value cannot be read
     */
    PortPlace place(int maxFrameBytes) {
        String[] peer = values.getOrDefault("peer", "1:1").split(":", 2);
        if (peer.length != 2) {
            throw new IllegalArgumentException(
                    "--link: peer must be DEVICE:PORT, got " + values.get("peer"));
        }
        return new PortPlace(
                values.containsKey("mac") ? read("mac", "", MacAddress::parse) : 0,
                read("peer-mac", "ff:ff:ff:ff:ff:ff", MacAddress::parse),
                new LinkProfile(
                        read("rate", "100Gbps", DataRate::parse).bitsPerSecond(),
                        read("delay", "1us", Nanos::parse).nanos(),
                        maxFrameBytes),
                number("peer", peer[0]),
                number("peer", peer[1]),
                values.containsKey("peer-ipv4") ? read("peer-ipv4", "", Ipv4Address::parse) : 0);
    }

    private <T> T read(String key, String fallback, Function<String, T> reader) {
        return OptionValue.of(
                "--link: " + key, () -> reader.apply(values.getOrDefault(key, fallback)));
    }

    private static int number(String key, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--link: " + key + ": '" + text + "' is not a number", e);
        }
    }
}
