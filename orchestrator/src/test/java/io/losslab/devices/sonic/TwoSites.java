package io.losslab.devices.sonic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** A testbed file for bifrost/case-a whose switches M and N run SONiC. */
final class TwoSites {
    private TwoSites() {}

    /**
     * Writes the file.
     *
     * @param hosts keys of a host, by its name in the topology, on one line
     * @param rate of all links but C's
     * @param slowest rate of C's link
     */
    static Path testbed(
            Path file,
            SonicStandIn near,
            SonicStandIn far,
            UnaryOperator<String> hosts,
            String rate,
            String slowest)
            throws IOException {
        StringBuilder servers = new StringBuilder();
        for (String host : List.of("A", "B", "C")) {
            servers.append(
                    "  server%s: {kind: host, %s, ports: {1: %s}}\n"
                            .formatted(host, hosts.apply(host), host.equals("C") ? slowest : rate));
        }
        return Files.writeString(
                file,
                """
                testbed: sonic
                devices:
                  dci1:
                    kind: sonic
                    ssh: %1$s
                    ports:
                      1: {speed: %3$s, name: Ethernet0}
                      2: {speed: %3$s, name: Ethernet4}
                      3: {speed: %3$s, name: Ethernet8}
                      4: {speed: %3$s, name: Ethernet12}
                  dci2:
                    kind: sonic
                    ssh: %2$s
                    ports:
                      1: {speed: %3$s, name: Ethernet0}
                      2: {speed: %3$s, name: Ethernet4}
                      3: {speed: %4$s, name: Ethernet8}
                %5$scables:
                  - {from: serverA/1, to: dci1/1, length: 2m}
                  - {from: serverB/1, to: dci1/2, length: 2m}
                  - {from: dci1/3, to: dci2/1, length: 80km}
                  - {from: dci1/4, to: dci2/2, length: 80km}
                  - {from: dci2/3, to: serverC/1, length: 2m}
                nodes: {A: serverA, B: serverB, C: serverC}
                """
                        .formatted(near.login(), far.login(), rate, slowest, servers));
    }
}
