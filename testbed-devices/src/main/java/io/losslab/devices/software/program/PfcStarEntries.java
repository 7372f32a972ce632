package io.losslab.devices.software.program;

import com.google.protobuf.Message;
import io.losslab.api.frame.ClassMap;
import io.losslab.api.topology.Node;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.Assignment;
import io.losslab.driver.p4runtime.ClassTables;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.flowcontrol.tagger.HopTags;
import io.losslab.flowcontrol.tagger.HopTags.Cutover;
import io.losslab.proto.p4.config.v1.P4Info;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries of the program {@code v1model/pfcStar.p4}: classes, and the class that each leaves a port
 * with. Pure.
 */
final class PfcStarEntries {
    static final String SCHEME = "pfcStar";

    private final ProgramPorts ports;
    private final ClassMap classes;

    private PfcStarEntries(ProgramPorts ports, ClassMap classes) {
        this.ports = ports;
        this.classes = classes;
    }

    /** All entries. */
    static List<Message> of(P4Info p4Info, Assignment assignment) {
        ProgramPorts ports =
                new ProgramPorts(p4Info, assignment, SCHEME, "remove pfcStar from 'schemes'");
        PfcStarEntries made = new PfcStarEntries(ports, assignment.classes());
        List<Message> entries =
                new ArrayList<>(new ClassTables(p4Info, assignment.classes()).entries());
        for (SwitchPlan plan : assignment.switches()) {
            for (int port = 1; port <= plan.node().ports(); port++) {
                made.raise(plan.node(), port, ports.find(plan, port).orElse(null), entries);
            }
        }
        return entries;
    }

    private void raise(Node node, int port, Settings settings, List<Message> entries) {
        HopTags tags = settings == null ? null : HopTags.of(settings);
        if (tags == null || tags.cutover() != Cutover.EVERY_HOP) {
            return;
        }
        for (int tag = 0; tag < ClassMap.CLASSES; tag++) {
            int next = tags.next(tag);
            if (next != tag) {
                entries.add(
                        ports.in("ingress.hop_tags")
                                .exact("standard.egress_spec", ports.number(node, port))
                                .exact("standard.priority", classes.of(tag).queue())
                                .doing("ingress.raise_tag")
                                .with("priority", classes.of(next).queue())
                                .with("pcp", classes.of(next).pcp())
                                .with("dscp", classes.of(next).dscp())
                                .build());
            }
        }
    }
}
