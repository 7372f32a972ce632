package io.losslab.devices.tofino2.program;

import com.google.protobuf.Message;
import io.losslab.api.topology.Node;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.flowcontrol.ofc.FlowKey;
import io.losslab.flowcontrol.ofc.OfcFrame;
import io.losslab.flowcontrol.ofc.OfcSettings;
import java.util.List;
import java.util.stream.Stream;

/**
 * OFC of one priority on a Tofino2: the three tables are registers and begin empty, the two backup
 * queues of each port are queues of its switch's loop-back port, and X_OFF is PFC's. Source:
 * t2na/ofc.p4.
 */
public final class OfcProgram implements SchemeProgram {
    private static final String SCHEME = "ofc";

    /** The timer's packets name a row by 6 bits, and 256 cells of it each. */
    private static final int MOST_ROWS = 64;

    private static final int CELLS_PER_ROW = 256;

    // Queues of a port: the normal one, that of packets that waited and go before those that
    // came later, control frames.
    private static final int NORMAL = 0;
    private static final int RELEASED = 1;
    private static final int CONTROL = 2;
    private static final int QUEUES = 3;
    private static final int BACKUPS = 2;

    /** Of PFC frames that do not come where priority 0 is paused. */
    private static final int OTHER_PRIORITY = 1;

    // Passes of a frame.
    private static final int PASS_FIRST = 0;
    private static final int PASS_HOLD = 1;
    private static final int PASS_SERVE_BACKUP = 2;
    private static final int PASS_MARK = 3;
    private static final int PASS_SERVE_NORMAL = 4;

    private final SchemePorts ports;
    private final SchemeEntries entries = new SchemeEntries(program().p4Info());
    private final Profiles<CellLevels> profiles = new Profiles<>();

    /**
     * A loop-back port.
     *
     * @param logicalSwitch whose packets wait there, from 1
     * @param place of the port
     * @param frameQueue of frames that go round; before it are the backup queues
     */
    private record LoopPort(int logicalSwitch, PortPlace place, int frameQueue) {}

    public OfcProgram(SchemePorts ports) {
        this.ports = ports;
        ports.requireRows(SCHEME, MOST_ROWS);
        ports.requireOnePipe(SCHEME);
        for (SwitchPort port : ports.running()) {
            if (Integer.bitCount(settings(port).priorities()) != 1) {
                throw ports.wrong(
                        port,
                        "the P4 program of ofc controls one priority, but priorities is %d"
                                .formatted(settings(port).priorities()),
                        "set 'priorities' of ofc to a mask with one bit, such as 8 for priority 3");
            }
            if (settings(port).flowKey() != FlowKey.PAIR) {
                throw ports.wrong(
                        port,
                        "the P4 program of ofc distinguishes flows by source and destination, not"
                                + " by 5-tuple",
                        "set 'flowKey: pair' for ofc");
            }
        }
    }

    @Override
    public BundledProgram program() {
        return BundledProgram.T2NA_OFC;
    }

    @Override
    public List<Message> entries() {
        loops().forEach(this::loop);
        for (SwitchPort port : ports.running()) {
            LoopPort loop = loopOf(port);
            rows(port, loop);
            watch(port);
            park(port, loop.place());
            passes(port, loop.place());
        }
        entries.addLevels(profiles);
        ports.addSources(entries);
        return entries.take();
    }

    @Override
    public void addRows(TrafficRows rows) {
        ports.addPorts(rows, port -> 1 << priority(port));
        for (LoopPort loop : loops()) {
            rows.loopPort(loop.place().port());
            rows.first(loop.place(), loop.frameQueue());
        }
        for (SwitchPort port : ports.running()) {
            OfcSettings settings = settings(port);
            int priority = priority(port);
            rows.priorityGroup(
                    port.port(),
                    priority,
                    settings.xoffBytes(),
                    settings.xonBytes(),
                    settings.headroomBytes());
            PortPlace place = ports.place(port, QUEUES);
            for (int queue : List.of(NORMAL, RELEASED)) {
                rows.lossless(place, queue);
                rows.obeys(place, queue, priority);
            }
            rows.reported(place, NORMAL);
            rows.stoppable(place, NORMAL);
            rows.second(place, RELEASED);
            rows.first(place, CONTROL);
            rows.obeys(place, CONTROL, priority == 0 ? OTHER_PRIORITY : 0);
            PortPlace loop = loopOf(port).place();
            for (int backup = 0; backup < BACKUPS; backup++) {
                rows.lossless(loop, backup(port, backup));
                rows.stoppable(loop, backup(port, backup));
            }
        }
        rows.generators(ports.pipes(), CELLS_PER_ROW * ports.running().size());
    }

    private List<LoopPort> loops() {
        return ports.running().stream().map(this::loopOf).distinct().toList();
    }

    /** What comes back by a loop-back port is in the switch that it left. */
    private void loop(LoopPort loop) {
        int port = loop.place().number();
        entries.in("ingress.frame_ports")
                .exact("ingress_md.ingress_port", port)
                .doing("ingress.set_looped");
        if (ports.switches().size() > 1) {
            ForwardProgram routes = ForwardProgram.of(program().p4Info());
            entries.add(routes.assign(port, loop.logicalSwitch()));
        }
    }

    /**
     * The loop-back port of a switch: two backup queues of each of its ports, and one of frames
     * that go round.
     */
    private LoopPort loopOf(SwitchPort port) {
        List<Node> switches = ports.switches();
        Device device = ports.device();
        List<String> labels = TofinoKeys.of(device).loopPorts();
        if (labels.size() < switches.size()) {
            throw CommandFailure.usage(
                    "%s runs ofc for %d switches, but has %d loopPorts in the testbed file"
                            .formatted(device.name(), switches.size(), labels.size()),
                    "set 'loopPorts: [PORT, ...]' of %s, with one port without a cable for each switch"
                            .formatted(device.name()));
        }
        int rows = ports.othersOf(port).size() + 1;
        int logicalSwitch = switches.indexOf(port.node()) + 1;
        String label = labels.get(logicalSwitch - 1);
        DevicePort loop = device.port(label).orElseThrow();
        requireFree(loop);
        PortPlace place = PortPlace.of(device, loop, BACKUPS * rows + 1);
        return new LoopPort(logicalSwitch, place, BACKUPS * rows);
    }

    private void requireFree(DevicePort loop) {
        Device device = ports.device();
        boolean cabled =
                ports.binding().testbed().cables().stream()
                        .flatMap(cable -> Stream.of(cable.from(), cable.to()))
                        .anyMatch(end -> end.device().equals(device) && end.port().equals(loop));
        if (cabled || !ports.pipes().contains(PortPlace.pipeOf(loop))) {
            throw CommandFailure.usage(
                    "%s port %s cannot be used in loopPorts: %s"
                            .formatted(
                                    device.name(),
                                    loop.label(),
                                    cabled
                                            ? "it has a cable"
                                            : "it is not in pipe %s of the switches' ports"
                                                    .formatted(ports.pipes().first())),
                    "choose a port of that pipe without a cable");
        }
    }

    /** Queue of the loop-back port: two for each port of the switch, in order of their rows. */
    private int backup(SwitchPort port, int backup) {
        long before =
                ports.othersOf(port).stream().filter(other -> other.row() < port.row()).count();
        return BACKUPS * (int) before + backup;
    }

    private void rows(SwitchPort port, LoopPort loop) {
        row(port, loop, "ingress.frame_ports", "ingress_md.ingress_port", port.number());
        row(port, loop, "ingress.looped_rows", "hdr.ethernet.src_addr", port.row());
    }

    private void row(SwitchPort port, LoopPort loop, String table, String field, long key) {
        entries.in(table)
                .exact(field, key)
                .doing("ingress.set_row")
                .with("row", port.row())
                .with("loop_port", loop.place().number())
                .with("loop_queue", loop.frameQueue());
    }

    /** The egress queue of a port, which is one of 4096 cells of the ghost thread's register. */
    private void watch(SwitchPort port) {
        PortPlace place = ports.place(port, QUEUES);
        int profile = profiles.of(levels(port));
        entries.watched("ghost.watched_queues", place, NORMAL)
                .doing("ghost.set_depth")
                .with("cell", port.row());
        entries.in("ingress.ports")
                .exact("tm_md.ucast_egress_port", port.number())
                .doing("ingress.watch")
                .with("row", port.row())
                .with("qid", NORMAL)
                .with("ingress_cos", priority(port))
                .with("depth_cell", port.row())
                .with("profile", profile);
        entries.in("ingress.sweeps")
                .exact("row", port.row())
                .doing("ingress.watch_row")
                .with("row", port.row())
                .with("depth_cell", port.row())
                .with("profile", profile);
        entries.in("ingress.origins")
                .exact("hdr.request.row", port.row())
                .doing("ingress.set_root")
                .with("device", ports.device().id())
                .with("port", port.number())
                .with("priority", priority(port))
                .with("control_queue", CONTROL);
    }

    private void park(SwitchPort port, PortPlace loop) {
        for (int backup = 0; backup < BACKUPS; backup++) {
            entries.in("ingress.parking")
                    .exact("meta.row", port.row())
                    .exact("meta.backup", backup)
                    .doing("ingress.park")
                    .with("port", loop.number())
                    .with("qid", backup(port, backup));
        }
        entries.in("ingress.released")
                .exact("meta.row", port.row())
                .doing("ingress.set_queue")
                .with("qid", RELEASED);
    }

    /** What each pass of a frame holds or serves. */
    private void passes(SwitchPort port, PortPlace loop) {
        PortPlace place = ports.place(port, QUEUES);
        long hold = place.flowControl(NORMAL, true);
        long serve = place.flowControl(NORMAL, false);
        pass(port, PASS_FIRST, 0, OfcFrame.PAUSE, true, hold);
        pass(port, PASS_FIRST, 0, OfcFrame.RESUME, true, serve);
        pass(port, PASS_HOLD, 0, OfcFrame.RESUME, false, hold);
        pass(port, PASS_SERVE_NORMAL, 0, OfcFrame.RESUME, false, serve);
        for (int backup = 0; backup < BACKUPS; backup++) {
            long holdBackup = loop.flowControl(backup(port, backup), true);
            long serveBackup = loop.flowControl(backup(port, backup), false);
            pass(port, PASS_FIRST, backup, OfcFrame.PAUSE, false, holdBackup);
            pass(port, PASS_SERVE_BACKUP, backup, OfcFrame.RESUME, false, serveBackup);
            pass(port, PASS_MARK, backup, OfcFrame.RESUME, false, holdBackup);
        }
    }

    private void pass(
            SwitchPort port, int pass, int backup, int opcode, boolean allFlows, long word) {
        entries.in("ingress.flow_controls")
                .exact("meta.row", port.row())
                .exact("meta.turn", pass)
                .exact("meta.backup", backup)
                .exact("hdr.ofc.opcode", opcode)
                .exact("hdr.ofc.all_flows", allFlows ? 1 : 0)
                .doing("ingress.set_flow_control")
                .with("word", word);
    }

    private static CellLevels levels(SwitchPort port) {
        OfcSettings settings = settings(port);
        return CellLevels.atOrBelow(settings.xoffCongestedBytes(), settings.xonBytes());
    }

    private static int priority(SwitchPort port) {
        return Integer.numberOfTrailingZeros(settings(port).priorities());
    }

    private static OfcSettings settings(SwitchPort port) {
        return OfcSettings.of(port.settings());
    }
}
