package io.losslab.api.topology;

/**
 * Switches in a ring, each with hosts.
 *
 * <p>Hosts {@code h0}, {@code h1}, ..., switch by switch; switches {@code sw0}, {@code sw1}, ...,
 * each linked to the next and the last to the first; link groups {@code host}, {@code ring}. A
 * switch's hosts have its first ports.
 *
 * @param switchCount 3 to 1024
 * @param hostsPerSwitch 1 to 1024
 * @param link every link
 * @param switches every switch
 */
public record Ring(int switchCount, int hostsPerSwitch, LinkType link, SwitchType switches)
        implements TopologyGenerator {
    public Ring {
        if (switchCount < 3 || switchCount > 1024) {
            throw new IllegalArgumentException("a ring has 3 to 1024 switches, got " + switchCount);
        }
        if (hostsPerSwitch < 1 || hostsPerSwitch > 1024) {
            throw new IllegalArgumentException(
                    "a switch of a ring has 1 to 1024 hosts, got " + hostsPerSwitch);
        }
    }

    @Override
    public int nodes() {
        return hosts() + switchCount;
    }

    @Override
    public Topology build() {
        TopologyBuilder builder = new TopologyBuilder("ring-" + switchCount);
        for (int host = 0; host < hosts(); host++) {
            builder.host("h" + host);
        }
        for (int i = 0; i < switchCount; i++) {
            builder.switchNode("sw" + i, switches);
        }
        for (int host = 0; host < hosts(); host++) {
            builder.link("h" + host, "sw" + host / hostsPerSwitch, link, "host");
        }
        for (int i = 0; i < switchCount; i++) {
            builder.link("sw" + i, "sw" + (i + 1) % switchCount, link, "ring");
        }
        return builder.build();
    }

    private int hosts() {
        return switchCount * hostsPerSwitch;
    }
}
