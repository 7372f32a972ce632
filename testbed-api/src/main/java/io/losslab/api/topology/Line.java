package io.losslab.api.topology;

/**
 * Two hosts with a line of switches between them (Bifrost, Figure 3).
 *
 * <p>Hosts {@code A}, {@code B}; switches {@code sw1} to {@code swN} from A to B; link groups
 * {@code edge} (A to sw1), {@code longHaul} (sw1 to sw2), {@code middle} (the others between
 * switches), {@code last} (swN to B).
 *
 * @param switchCount 2 to 1024
 * @param link those of {@code edge} and {@code middle}
 * @param longHaul the one of {@code longHaul}
 * @param last the one of {@code last}
 * @param switches every switch
 */
public record Line(
        int switchCount, LinkType link, LinkType longHaul, LinkType last, SwitchType switches)
        implements TopologyGenerator {
    public Line {
        if (switchCount < 2 || switchCount > 1024) {
            throw new IllegalArgumentException("a line has 2 to 1024 switches, got " + switchCount);
        }
    }

    @Override
    public int nodes() {
        return 2 + switchCount;
    }

    @Override
    public Topology build() {
        TopologyBuilder builder = new TopologyBuilder("line-" + switchCount);
        builder.host("A").host("B");
        for (int i = 1; i <= switchCount; i++) {
            builder.switchNode("sw" + i, switches);
        }
        builder.link("A", "sw1", link, "edge").link("sw1", "sw2", longHaul, "longHaul");
        for (int i = 2; i < switchCount; i++) {
            builder.link("sw" + i, "sw" + (i + 1), link, "middle");
        }
        return builder.link("sw" + switchCount, "B", last, "last").build();
    }
}
