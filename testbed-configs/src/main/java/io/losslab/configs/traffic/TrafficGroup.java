package io.losslab.configs.traffic;

import io.losslab.analysis.run.SizeBin;
import io.losslab.api.topology.Node;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.network.Routing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Flows of a kind that are reported under one name.
 *
 * @param name unique in the experiment
 * @param kind as the file says
 * @param pattern what a flow does
 * @param from senders
 * @param to receivers
 * @param way through the network
 * @param classes traffic classes
 * @param start of the first message
 * @param stop no message is posted from here on
 * @param bins limits of size by which messages are reported besides, ascending; may be empty
 * @param pool group in which its messages are reported too, with those of other traffic; empty for
 *     none
 */
public record TrafficGroup(
        String name,
        TrafficKind kind,
        TrafficPattern pattern,
        List<Node> from,
        List<Node> to,
        FlowWay way,
        ClassShares classes,
        Nanos start,
        Nanos stop,
        List<DataSize> bins,
        Optional<String> pool) {
    public TrafficGroup {
        from = List.copyOf(from);
        to = List.copyOf(to);
        bins = List.copyOf(bins);
    }

    /** The name under which a stage of its pattern is reported. */
    public String reportedAs(String stage) {
        return stage.isEmpty() ? name : name + " " + stage;
    }

    /** Most hosts that relay a packet, one after the other, on its way to a receiver. */
    public int relays(Routing routing) {
        if (way.choice() == FlowWay.Choice.PATH) {
            return (int) way.nodes().stream().filter(Node::isHost).count() - 2;
        }
        int most = 0;
        for (Node sender : from) {
            for (Node receiver : to) {
                if (!sender.equals(receiver)) {
                    most = Math.max(most, routing.relays(sender, receiver));
                }
            }
        }
        return most;
    }

    /** The names of its flows: of its stages, or its own. */
    public List<String> stageNames() {
        List<String> stages =
                pattern instanceof TrafficPattern.Scheduled scheduled
                        ? scheduled.workload().stages()
                        : List.of();
        return stages.isEmpty() ? List.of(name) : stages.stream().map(this::reportedAs).toList();
    }

    /** The names that no other traffic shares: of its stages, and of their bins. */
    List<String> ownNames() {
        List<String> names = new ArrayList<>(stageNames());
        for (String stage : stageNames()) {
            SizeBins.of(stage, bins).forEach(bin -> names.add(bin.name()));
        }
        return names;
    }

    /** The bins of all its names, and the pool as one for all sizes. */
    public List<SizeBin> sizeBins() {
        List<SizeBin> all = new ArrayList<>();
        for (String group : stageNames()) {
            all.addAll(SizeBins.of(group, bins));
            pool.ifPresent(name -> all.add(new SizeBin(group, name, 0, Long.MAX_VALUE)));
        }
        return all;
    }

    /** Every name that is reported, with those of its bins. */
    public List<String> reportedNames() {
        List<String> names = new ArrayList<>(stageNames());
        sizeBins().forEach(bin -> names.add(bin.name()));
        return names;
    }
}
