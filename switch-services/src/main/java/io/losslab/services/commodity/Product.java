package io.losslab.services.commodity;

import io.losslab.api.topology.Node;
import io.losslab.services.product.CumulusServer;
import io.losslab.services.product.EosServer;
import io.losslab.services.product.ProductHardware;
import io.losslab.services.product.SrLinuxServer;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a commodity switch is: the profiles of testbed files. */
public enum Product {
    /** Losslab's software switch. */
    LOSSLAB,
    /** Arista EOS. */
    EOS,
    /** Nokia SR Linux. */
    SRLINUX,
    /** NVIDIA Cumulus Linux. */
    CUMULUS;

    private static final int PRIORITIES = 8;

    /** Whether each call to its gNMI has to name a user and the password. */
    public boolean wantsLogin() {
        return this != LOSSLAB;
    }

    /**
     * A switch of this product.
     *
     * @param wall for what goes by the wall's time
     */
    Face face(Node node, Installation installation, ScheduledExecutorService wall) {
        return switch (this) {
            case LOSSLAB -> new SoftwareFace(node);
            case EOS -> new ProductFace(node, EosServer::new, installation, wall);
            case SRLINUX ->
                    new ProductFace(
                            node,
                            (ports, hardware) ->
                                    srLinux(ports, hardware, installation.prioritySets()),
                            installation,
                            wall);
            case CUMULUS -> new ProductFace(node, CumulusServer::new, installation, wall);
        };
    }

    /** With the mapping profiles that its user has made, one for each set of priorities. */
    private static SrLinuxServer srLinux(
            int ports, ProductHardware hardware, Set<Integer> prioritySets) {
        SrLinuxServer server = new SrLinuxServer(ports, hardware);
        for (int set : prioritySets) {
            String name = "losslab-" + joined(set, "%d", "-");
            server.map(
                    name,
                    "{\"name\": \"%s\", \"received-pfc-pause-frames\": {\"queue\": [%s]}}"
                            .formatted(
                                    name,
                                    joined(
                                            set,
                                            "{\"queue-name\": \"unicast-%1$d\","
                                                    + " \"pfc-pause-frame-priority\": %1$d,"
                                                    + " \"enable-pfc\": true}",
                                            ", ")));
        }
        return server;
    }

    private static String joined(int priorities, String format, String separator) {
        return IntStream.range(0, PRIORITIES)
                .filter(priority -> (priorities >> priority & 1) != 0)
                .mapToObj(format::formatted)
                .collect(Collectors.joining(separator));
    }
}
