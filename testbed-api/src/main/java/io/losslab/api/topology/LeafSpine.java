package io.losslab.api.topology;

import java.util.List;

/**
 * A two-tier Clos network: every leaf has hosts and a link to every spine, but for those that have
 * failed.
 *
 * <p>Hosts {@code h0}, {@code h1}, ..., leaf by leaf; switches {@code leaf0} and on, {@code spine0}
 * and on; link groups {@code host}, {@code fabric}. A leaf's hosts have its first ports.
 *
 * @param leafCount 1 to 1024
 * @param spineCount 1 to 1024
 * @param hostsPerLeaf 1 to 1024
 * @param hostLink host to leaf
 * @param fabricLink leaf to spine
 * @param switches every switch
 * @param failed links that are not there
 */
public record LeafSpine(
        int leafCount,
        int spineCount,
        int hostsPerLeaf,
        LinkType hostLink,
        LinkType fabricLink,
        SwitchType switches,
        List<Failed> failed)
        implements TopologyGenerator {
    private static final int MOST = 1024;

    public LeafSpine {
        failed = List.copyOf(failed);
        check("leaves", leafCount);
        check("spines", spineCount);
        check("hosts a leaf", hostsPerLeaf);
        for (Failed link : failed) {
            if (link.leaf < 0
                    || link.leaf >= leafCount
                    || link.spine < 0
                    || link.spine >= spineCount) {
                throw new IllegalArgumentException(
                        "there is no link leaf%d-spine%d to fail".formatted(link.leaf, link.spine));
            }
        }
    }

    /**
     * A link that is not there.
     *
     * @param leaf from 0
     * @param spine from 0
     */
    public record Failed(int leaf, int spine) {}

    @Override
    public int nodes() {
        return hosts() + leafCount + spineCount;
    }

    @Override
    public Topology build() {
        TopologyBuilder builder = new TopologyBuilder("leaf-spine-" + leafCount + "-" + spineCount);
        for (int host = 0; host < hosts(); host++) {
            builder.host("h" + host);
        }
        for (int leaf = 0; leaf < leafCount; leaf++) {
            builder.switchNode("leaf" + leaf, switches);
        }
        for (int spine = 0; spine < spineCount; spine++) {
            builder.switchNode("spine" + spine, switches);
        }
        for (int host = 0; host < hosts(); host++) {
            builder.link("h" + host, "leaf" + host / hostsPerLeaf, hostLink, "host");
        }
        for (int leaf = 0; leaf < leafCount; leaf++) {
            for (int spine = 0; spine < spineCount; spine++) {
                if (!failed.contains(new Failed(leaf, spine))) {
                    builder.link("leaf" + leaf, "spine" + spine, fabricLink, "fabric");
                }
            }
        }
        return builder.build();
    }

    private int hosts() {
        return leafCount * hostsPerLeaf;
    }

    private static void check(String what, int count) {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException(
                    "a leaf-spine network has 1 to %d %s, got %d".formatted(MOST, what, count));
        }
    }
}
