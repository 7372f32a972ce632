package io.losslab.api.topology;

/**
 * Two switches with hosts and one link between them.
 *
 * <p>Hosts {@code l0}, {@code l1}, ... on switch {@code left} and {@code r0}, {@code r1}, ... on
 * switch {@code right}; link groups {@code host}, {@code bottleneck}. The hosts have a switch's
 * first ports, the bottleneck its last.
 *
 * @param hostsPerSide 1 to 1024
 * @param hostLink host to switch
 * @param bottleneck between the switches
 * @param switches both switches
 */
public record Dumbbell(
        int hostsPerSide, LinkType hostLink, LinkType bottleneck, SwitchType switches)
        implements TopologyGenerator {
    public Dumbbell {
        if (hostsPerSide < 1 || hostsPerSide > 1024) {
            throw new IllegalArgumentException(
                    "a side of a dumbbell has 1 to 1024 hosts, got " + hostsPerSide);
        }
    }

    @Override
    public int nodes() {
        return 2 * hostsPerSide + 2;
    }

    @Override
    public Topology build() {
        TopologyBuilder builder = new TopologyBuilder("dumbbell-" + hostsPerSide);
        addHosts(builder, "l");
        addHosts(builder, "r");
        builder.switchNode("left", switches).switchNode("right", switches);
        for (int i = 0; i < hostsPerSide; i++) {
            builder.link("l" + i, "left", hostLink, "host");
            builder.link("r" + i, "right", hostLink, "host");
        }
        return builder.link("left", "right", bottleneck, "bottleneck").build();
    }

    private void addHosts(TopologyBuilder builder, String side) {
        for (int i = 0; i < hostsPerSide; i++) {
            builder.host(side + i);
        }
    }
}
