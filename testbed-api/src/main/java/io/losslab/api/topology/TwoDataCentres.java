package io.losslab.api.topology;

import io.losslab.api.units.DataSize;

/**
 * Two fat-trees joined by a long link (Bifrost, Figure 12): every core of a tree has a link to the
 * tree's one DCI switch, and the long link joins the DCI switches, or SWING's relay boxes in front
 * of them.
 *
 * <p>Names are a fat-tree's behind {@code a-} and {@code b-}; DCI switches {@code a-dci}, {@code
 * b-dci}; relay boxes, switches of two ports, {@code a-relay}, {@code b-relay}. Link groups {@code
 * host}, {@code edge}, {@code core}, {@code dci} (core to DCI switch), {@code relay} (DCI switch to
 * relay box), {@code longHaul}.
 *
 * @param tree of each side
 * @param longHaul the long link; a relay box's other link has its rate and the trees' delay
 * @param dci both DCI switches
 * @param relayBuffer of a relay box; {@code 0B} for none
 */
public record TwoDataCentres(FatTree tree, LinkType longHaul, SwitchType dci, DataSize relayBuffer)
        implements TopologyGenerator {
    @Override
    public int nodes() {
        int boxes = relayBuffer.bytes() == 0 ? 1 : 2;
        return 2 * (tree.nodes() + boxes);
    }

    @Override
    public Topology build() {
        TopologyBuilder builder = new TopologyBuilder("two-dc-" + tree.k());
        tree.addHosts(builder, "a-");
        tree.addHosts(builder, "b-");
        tree.addSwitches(builder, "a-");
        tree.addSwitches(builder, "b-");
        builder.switchNode("a-dci", dci).switchNode("b-dci", dci);
        addSide(builder, "a-");
        addSide(builder, "b-");
        if (relayBuffer.bytes() == 0) {
            return builder.link("a-dci", "b-dci", longHaul, "longHaul").build();
        }
        SwitchType relay = new SwitchType(relayBuffer, dci.pipeline());
        LinkType toRelay = new LinkType(longHaul.rate(), tree.link().delay());
        return builder.switchNode("a-relay", relay)
                .switchNode("b-relay", relay)
                .link("a-dci", "a-relay", toRelay, "relay")
                .link("b-dci", "b-relay", toRelay, "relay")
                .link("a-relay", "b-relay", longHaul, "longHaul")
                .build();
    }

    private void addSide(TopologyBuilder builder, String prefix) {
        tree.addLinks(builder, prefix);
        for (int core = 0; core < tree.cores(); core++) {
            builder.link(prefix + "core" + core, prefix + "dci", tree.link(), "dci");
        }
    }
}
