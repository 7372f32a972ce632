package io.losslab.devices.tofino2;

import com.google.protobuf.Message;
import io.losslab.configs.language.Fields;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.file.DeviceSections;
import io.losslab.devices.Assignment;
import io.losslab.devices.ChannelSource;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Inspection;
import io.losslab.devices.Measurable;
import io.losslab.devices.Need;
import io.losslab.devices.Part;
import io.losslab.devices.PortCounters;
import io.losslab.devices.coprocessor.Coprocessor;
import io.losslab.devices.coprocessor.CoprocessorPart;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.gnmi.GnmiModels;
import io.losslab.devices.gnmi.GnmiPortCounters;
import io.losslab.devices.p4runtime.ForwardingPart;
import io.losslab.devices.p4runtime.ForwardingState;
import io.losslab.devices.p4runtime.PipelineInspection;
import io.losslab.devices.tofino2.program.PortPlace;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.RowReader;
import io.losslab.driver.bfrt.program.CompiledProgram;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.proto.bfrt.TableEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * A switch chip with a P4 program, driven over BF Runtime. A device that has P4Runtime is given its
 * program and its entries over that: the SDE's server of one does not take what the other has
 * loaded.
 */
public final class Tofino2 implements DeviceKind {
    private static final String PORT_PLACES = "tf2.tm.port.cfg";

    @Override
    public Traits traits() {
        return new Traits(
                "tofino2",
                "a tofino2",
                "An Intel Tofino2.",
                true,
                List.of(TofinoKeys.BFRT),
                List.of(Service.P4RUNTIME, Service.COPROCESSOR, Service.GNMI),
                List.of(
                        DeviceSections.ELECTION_ID,
                        TofinoKeys.PROGRAMS,
                        TofinoKeys.BFRT_TABLES,
                        TofinoKeys.SWEEP,
                        TofinoKeys.LOOP_PORTS,
                        TofinoKeys.SDE));
    }

    @Override
    public Optional<Object> settings(
            Fields keys, List<DevicePort> ports, Function<String, Path> path) {
        return Optional.of(TofinoKeys.read(keys, ports, path));
    }

    @Override
    public Map<String, String> written(Device device) {
        return TofinoKeys.of(device).written();
    }

    /**
     * It tells the priority groups whose ids are taken before a run makes its own, and must have
     * the queues of ports where the testbed file says.
     */
    @Override
    public Device identified(Device device, ChannelSource channels) {
        TofinoKeys keys = TofinoKeys.of(device);
        if (keys.groups().isPresent()) {
            return device;
        }
        try (BfRtClient client =
                new BfRtClient(
                        channels.channel(device, TofinoKeys.BFRT),
                        TofinoKeys.CHIP,
                        TofinoKeys.clientId(device))) {
            client.open();
            client.bindRunning();
            requireQueues(device, client.reader());
            return device.having(keys.with(ChipGroup.held(client.reader(), device.ports())));
        }
    }

    private static void requireQueues(Device device, RowReader reader) {
        for (DevicePort port : device.ports()) {
            RowReader.Place place =
                    new RowReader.Place(PORT_PLACES, TableRow.at("dev_port", port.number()));
            port.queues()
                    .ifPresent(
                            queues ->
                                    requireQueues(
                                            device,
                                            port,
                                            queues,
                                            reader.read(PortPlace.pipeOf(port), List.of(place))
                                                    .get(0)));
        }
    }

    private static void requireQueues(
            Device device, DevicePort port, PortQueues queues, TableRow found) {
        List<?> ofPort = (List<?>) found.data().get("egress_qid_queues");
        List<Long> expected =
                LongStream.range(queues.first(), queues.first() + queues.count()).boxed().toList();
        if (!found.data().get("pg_id").equals((long) queues.group())
                || !found.data().get("port_queues_count").equals((long) queues.count())
                || !ofPort.subList(0, Math.min(ofPort.size(), queues.count())).equals(expected)) {
            throw CommandFailure.usage(
                    "%s port %s has %s queues of group %s, which begin with %s, not %d of group %d from %d on"
                            .formatted(
                                    device.name(),
                                    port.label(),
                                    found.data().get("port_queues_count"),
                                    found.data().get("pg_id"),
                                    ofPort.stream().limit(1).toList(),
                                    queues.count(),
                                    queues.group(),
                                    queues.first()),
                    "correct its 'queues' in the testbed file, or give it these queues in table"
                            + " tf2.tm.port.group");
        }
    }

    @Override
    public void inspect(Inspection inspection) {
        TofinoKeys.of(inspection.device())
                .sde()
                .ifPresent(version -> inspection.version("SDE", version));
        TofinoTables.compilers(inspection.device())
                .forEach(
                        (program, version) ->
                                inspection.version("P4 compiler of " + program, version));
        PipelineInspection.inspect(inspection);
        ChipInspection.inspect(inspection);
        GnmiModels.inspect(inspection);
        Coprocessor.inspect(inspection);
    }

    @Override
    public boolean runsPrograms() {
        return true;
    }

    @Override
    public List<DesiredState> desired(Assignment asked) {
        Device device = asked.device();
        Assignment assignment = asked.mapped(plan -> Coprocessor.runsBothEnds(device, plan));
        Measurable.requireNoCharges(assignment, "a Tofino2");
        TofinoPlan plan = TofinoPlan.of(assignment);
        CompiledProgram compiled = TofinoTables.program(device, plan.program().programName());
        BfRtSchema fixed = TofinoTables.fixedTables(device);
        List<Message> forwarding =
                ForwardingState.messages(
                        assignment,
                        ForwardProgram.of(plan.program().p4Info()),
                        plan.bundle(compiled),
                        plan.entries());
        List<TableEntry> rows = plan.programRows(compiled, fixed, forwarding);
        List<DesiredState> states = new ArrayList<>();
        List<DeviceCall> opening = List.of();
        if (device.has(Service.P4RUNTIME)) {
            opening = TrafficManagerPart.opening(device, compiled.name());
            states.add(new DesiredState(device, ForwardingPart.thatResetsDevice(), forwarding));
        } else {
            List<Message> program = new ArrayList<>(List.of(compiled.config()));
            program.addAll(rows);
            states.add(new DesiredState(device, new ProgramPart(fixed), program));
        }
        states.add(
                new DesiredState(device, new TrafficManagerPart(fixed, opening), plan.rows(fixed)));
        Coprocessor.desired(assignment).ifPresent(states::add);
        return states;
    }

    /** Texts about the traffic manager have ids in place of names. */
    @Override
    public List<Part> parts() {
        return List.of(
                ForwardingPart.thatResetsDevice(),
                new ProgramPart(BfRtSchema.parse(List.of())),
                new TrafficManagerPart(BfRtSchema.parse(List.of()), List.of()),
                new CoprocessorPart());
    }

    @Override
    public List<Need> needs(Assignment assignment) {
        return assignment.device().has(Service.GNMI)
                ? DeviceKind.super.needs(assignment)
                : List.of(
                        new Need(
                                "read counters",
                                session ->
                                        ChipPortCounters.require(
                                                session.device(), RowClient.of(session))));
    }

    @Override
    public long portCounterAgeNanos(DeviceSession session) {
        return session.device().has(Service.GNMI) ? 0 : ChipPortCounters.SETTLE_NANOS;
    }

    @Override
    public Optional<PortCounters> counters(DeviceSession session) {
        return session.device().has(Service.GNMI)
                ? Optional.of(new GnmiPortCounters(session.device(), session.channel(Service.GNMI)))
                : Optional.of(ChipPortCounters.begin(session.device(), RowClient.of(session)));
    }
}
