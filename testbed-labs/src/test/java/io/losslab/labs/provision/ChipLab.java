package io.losslab.labs.provision;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.units.Nanos;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.LoopbackServer;
import io.losslab.driver.bfrt.BfRtDevice;
import io.losslab.driver.bfrt.program.CompiledFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A served cell all of whose switches are driven as Tofino2: the fabric's P4Runtime takes their
 * programs and entries by the P4Info, a device that keeps tables their rows.
 */
final class ChipLab implements AutoCloseable {
    final ServedCell served;
    final Testbed testbed;
    final CellSettings settings;

    private final Map<String, LoopbackServer> servers = new LinkedHashMap<>();
    private final Map<String, RecordingProxy> proxies = new LinkedHashMap<>();
    private final Map<String, BfRtDevice> chips = new LinkedHashMap<>();

    /** Chips with a P4Runtime server, that of the fabric. */
    ChipLab(String experiment, int cell, String program, Path folder) throws IOException {
        this(experiment, cell, program, folder, true);
    }

    /**
     * Chips.
     *
     * @param p4Runtime whether they have a P4Runtime server, that of the fabric
     */
    ChipLab(String experiment, int cell, String program, Path folder, boolean p4Runtime)
            throws IOException {
        served = ServedCell.ofTofinos(experiment, cell);
        Map<String, DeviceAddress> addresses = new LinkedHashMap<>();
        for (var plan : served.plan.switches()) {
            String name = plan.node().name();
            BfRtDevice chip = p4Runtime ? new BfRtDevice(program) : new BfRtDevice();
            LoopbackServer server = new LoopbackServer(chip);
            RecordingProxy proxy = new RecordingProxy(server.channel().address().port());
            chips.put(name, chip);
            servers.put(name, server);
            proxies.put(name, proxy);
            addresses.put(name, new DeviceAddress("127.0.0.1", proxy.port()));
        }
        Testbed chipsOfBoth = Tofinos.in(served.testbed, addresses, keys(folder, program));
        testbed = p4Runtime ? chipsOfBoth : Tofinos.withoutP4Runtime(chipsOfBoth);
        testbed.devices().forEach(this::placeQueues);
        settings = new CellSettings(served.plan, Binding.ofFabric(served.plan.topology(), testbed));
    }

    /** A chip's ports have the queues that the testbed says. */
    private void placeQueues(Device device) {
        Optional.ofNullable(chips.get(device.name()))
                .ifPresent(
                        chip -> {
                            for (DevicePort port : device.ports()) {
                                port.queues().ifPresent(it -> place(chip, port.number(), it));
                            }
                        });
    }

    private static void place(BfRtDevice chip, int port, PortQueues queues) {
        chip.place(port, queues.group(), queues.first(), queues.count());
    }

    /** A compiled program, the tables of the test's chip, and a sweep each 20 us. */
    static TofinoKeys keys(Path folder, String program) throws IOException {
        CompiledFolder.write(folder, program);
        Path tables =
                Files.writeString(folder.resolve("fixed.json"), new BfRtDevice().fixedTables());
        return new TofinoKeys(
                Map.of(program, folder),
                List.of(tables),
                Optional.of(new Nanos(20_000)),
                List.of(Tofinos.LOOP_PORT.label()),
                Optional.of("9.13.4"));
    }

    BfRtDevice chip(String name) {
        return chips.get(name);
    }

    /** Before BF Runtime of a switch. */
    RecordingProxy proxy(String name) {
        return proxies.get(name);
    }

    /** What has reached BF Runtime of a switch since the last call. */
    List<RecordingProxy.Request> takeRows(String name) {
        return proxies.get(name).takeSettingRequests();
    }

    @Override
    public void close() {
        served.close();
        for (RecordingProxy proxy : proxies.values()) {
            proxy.close();
        }
        try {
            for (LoopbackServer server : servers.values()) {
                server.stop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
