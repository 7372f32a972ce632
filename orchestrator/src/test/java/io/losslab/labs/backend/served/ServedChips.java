package io.losslab.labs.backend.served;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.Assignment;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.PortCounters;
import io.losslab.devices.Sessions;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.TrafficTables;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.driver.clock.VirtualClockClient;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.ServedLab;
import io.losslab.labs.provision.CellSettings;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.ReadRequest;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A served lab of Tofino2 on which a cell was provisioned, then left to one client of a chip. */
final class ServedChips implements AutoCloseable {
    private static final int CLIENT = 7;

    final VirtualClockClient clock;
    BfRtClient client;
    final TrafficTables rows;

    private final ServedLab lab;
    private final Channels channels = new Channels();
    private final Sessions readers = new Sessions(channels);
    private final Device device;
    private final Assignment assignment;

    /**
     * Provisions a cell, with its traffic, and unbinds.
     *
     * @param name of the switch whose client is left
     */
    ServedChips(String experiment, int cell, Path folder, String name) throws IOException {
        CellPlan plan =
                new CellPlanner()
                        .plan(
                                new ExperimentLoader(new Library())
                                        .load(experiment, List.of(), new Problems())
                                        .orElseThrow()
                                        .cells()
                                        .get(cell));
        lab =
                ServedLab.start(
                        new ServedNetwork(plan.setup().network(), List.of(plan)),
                        8,
                        "127.0.0.1",
                        0,
                        Optional.empty(),
                        ChipFiles.write(folder).kind());
        Binding binding = Binding.ofFabric(plan.topology(), lab.testbed());
        CellSettings settings = new CellSettings(plan, binding);
        try (Sessions sessions = new Sessions(channels)) {
            new Provisioner(sessions, Ledger.inMemory()).apply(settings.desired());
            settings.traffic().forEach(call -> call.send(sessions.of(call.device())));
        }
        device = lab.testbed().device(name).orElseThrow();
        assignment = Assignment.ofSwitches(plan, binding, device);
        Device host = lab.testbed().device("A").orElseThrow();
        clock = new VirtualClockClient(channels.channel(host, Service.HOST_AGENT));
        client = client(device);
        client.bindRunning();
        rows = new TrafficTables(client.schema(), TofinoKeys.CHIP, CLIENT);
    }

    private BfRtClient client(Device of) {
        BfRtClient made =
                new BfRtClient(channels.channel(of, TofinoKeys.BFRT), TofinoKeys.CHIP, CLIENT);
        made.open();
        return made;
    }

    /** A number in a row of this chip. */
    long number(int pipe, String table, TableRow key, String field) {
        return (Long) row(device, client, pipe, table, key).data().get(field);
    }

    /** A number in a row of another switch. */
    long numberOf(String name, String table, TableRow key, String field) {
        Device other = lab.testbed().device(name).orElseThrow();
        try (BfRtClient reader = client(other)) {
            reader.bindRunning();
            return (Long) row(other, reader, BfRtClient.ALL_PIPES, table, key).data().get(field);
        }
    }

    /** A row of this chip. */
    TableRow row(String table, TableRow key) {
        return row(device, client, BfRtClient.ALL_PIPES, table, key);
    }

    private TableRow row(Device of, BfRtClient reader, int pipe, String table, TableRow key) {
        TableSchema schema = reader.schema().table(table);
        DeviceChannel channel = channels.channel(of, TofinoKeys.BFRT);
        ReadRequest.Builder request = ReadRequest.newBuilder().setClientId(CLIENT);
        request.getTargetBuilder().setDeviceId(TofinoKeys.CHIP).setPipeId(pipe);
        request.addEntitiesBuilder().setTableEntry(new RowCodec(schema).encode(key));
        return new RowCodec(schema)
                .decode(
                        BfRuntimeGrpc.newBlockingStub(channel.channel())
                                .read(request.build())
                                .next()
                                .getEntities(0)
                                .getTableEntry());
    }

    /** Changes a row of all pipes. */
    void change(String table, TableRow row) {
        change(BfRtClient.ALL_PIPES, table, row);
    }

    /** Changes a row of a pipe. */
    void change(int pipe, String table, TableRow row) {
        WriteRequest.Builder request = WriteRequest.newBuilder().setClientId(CLIENT);
        request.getTargetBuilder().setDeviceId(TofinoKeys.CHIP).setPipeId(pipe);
        request.addUpdatesBuilder()
                .setType(Update.Type.MODIFY)
                .getEntityBuilder()
                .setTableEntry(new RowCodec(client.schema().table(table)).encode(row));
        client.send(request.build());
    }

    /** What a run reads of this chip, from now on; the client is closed. */
    PortCounters counters() {
        client.close();
        return DeviceKind.of(device).counters(readers.of(device)).orElseThrow();
    }

    /** What a check of the cell asks this chip; its client is then a new one. */
    void askNeeds() {
        client.close();
        try (Sessions asking = new Sessions(channels)) {
            DeviceKind.of(device)
                    .needs(assignment)
                    .forEach(need -> need.ask().accept(asking.of(device)));
        }
        client = client(device);
        client.bindRunning();
    }

    /** Lets time pass. */
    void run(long untilNanos) {
        clock.runUntil(untilNanos, 0, time -> {});
    }

    @Override
    public void close() {
        client.close();
        readers.close();
        channels.close();
        lab.close();
    }
}
