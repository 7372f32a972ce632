package io.losslab.devices.tofino2;

import com.google.protobuf.Message;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Part;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.Batches;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.BfRtRequests;
import io.losslab.driver.bfrt.program.CompiledProgram;
import io.losslab.driver.bfrt.program.ProgramTables;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The program of a Tofino2 and the entries of its tables, over BF Runtime: a {@link
 * ForwardingPipelineConfig}, then {@link TableEntry}s, those that others refer to first. Loading a
 * program resets the chip. BF Runtime cannot take a program away: where there was none before,
 * undoing empties its tables.
 */
final class ProgramPart implements Part {
    private final BfRtSchema fixed;

    /**
     * A part.
     *
     * @param fixed tables of the device; may be empty where nothing is planned
     */
    ProgramPart(BfRtSchema fixed) {
        this.fixed = fixed;
    }

    @Override
    public String name() {
        return "program";
    }

    @Override
    public Service service() {
        return TofinoKeys.BFRT;
    }

    @Override
    public List<Message> vocabulary() {
        return List.of(
                ForwardingPipelineConfig.getDefaultInstance(), TableEntry.getDefaultInstance());
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        BfRtClient client = RowClient.of(session);
        List<Message> state = new ArrayList<>();
        client.learn().ifPresent(state::add);
        if (!state.isEmpty()) {
            ProgramTables tables = new ProgramTables(client.schema());
            for (TableEntry entry : client.readAll(tables.inOrder())) {
                state.add(tables.asWritten(entry));
            }
        }
        return state;
    }

    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        Optional<ForwardingPipelineConfig> goal = program(wanted);
        boolean resets = resetsDevice(present, wanted);
        List<DeviceCall> calls = new ArrayList<>();
        if (resets) {
            calls.add(load(device, goal.orElseThrow(), program(present)));
        }
        Optional<ForwardingPipelineConfig> named = goal.or(() -> program(present));
        if (named.isEmpty()) {
            return calls;
        }
        ProgramTables tables = new ProgramTables(schema(named.get()));
        List<Update> updates =
                tables.updates(resets ? List.of() : entries(present), entries(wanted));
        for (List<Update> batch : Batches.of(updates)) {
            calls.add(write(device, batch));
        }
        return calls;
    }

    @Override
    public boolean resetsDevice(List<Message> present, List<Message> wanted) {
        Optional<ForwardingPipelineConfig> goal = program(wanted);
        return goal.isPresent()
                && program(present)
                        .filter(running -> new CompiledProgram(goal.get()).isRunAs(running))
                        .isEmpty();
    }

    private BfRtSchema schema(ForwardingPipelineConfig program) {
        return fixed.with(program.getBfruntimeInfo().toStringUtf8());
    }

    private static DeviceCall load(
            Device device,
            ForwardingPipelineConfig program,
            Optional<ForwardingPipelineConfig> before) {
        return new DeviceCall(
                device,
                TofinoKeys.BFRT,
                BfRuntimeGrpc.getSetForwardingPipelineConfigMethod().getFullMethodName(),
                BfRtRequests.loading(TofinoKeys.CHIP, TofinoKeys.clientId(device), program),
                () ->
                        "loads %s and resets the chip; registers, counters, and ports that this plan does not name are not restored afterwards"
                                .formatted(new CompiledProgram(program)),
                session -> RowClient.of(session).load(program, before));
    }

    private static DeviceCall write(Device device, List<Update> updates) {
        return new DeviceCall(
                device,
                TofinoKeys.BFRT,
                BfRuntimeGrpc.getWriteMethod().getFullMethodName(),
                BfRtRequests.writing(TofinoKeys.CHIP, TofinoKeys.clientId(device), updates),
                () -> DeviceCall.line(updates),
                session -> RowClient.of(session).write(updates));
    }

    @Override
    public List<DeviceCall> opening(Device device, List<Message> wanted) {
        return List.of(
                DeviceCall.unary(
                        device,
                        TofinoKeys.BFRT,
                        BfRuntimeGrpc.getStreamChannelMethod(),
                        RowClient.opening(device)));
    }

    @Override
    public Optional<String> rival(DeviceSession session) {
        return RowClient.loss(session);
    }

    /** A program is too long to show its fields. */
    @Override
    public String difference(List<Message> sent, List<Message> read) {
        return setAndRead(sent, read);
    }

    @Override
    public String describe(List<Message> state) {
        return program(state)
                .map(
                        program ->
                                "%s and %d entries"
                                        .formatted(
                                                new CompiledProgram(program),
                                                entries(state).size()))
                .orElse("no program");
    }

    private static Optional<ForwardingPipelineConfig> program(List<Message> state) {
        return state.isEmpty()
                ? Optional.empty()
                : Optional.of((ForwardingPipelineConfig) state.get(0));
    }

    private static List<TableEntry> entries(List<Message> state) {
        return state.stream().skip(1).map(TableEntry.class::cast).toList();
    }
}
