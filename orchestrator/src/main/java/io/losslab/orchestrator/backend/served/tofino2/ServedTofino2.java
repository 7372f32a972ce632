package io.losslab.orchestrator.backend.served.tofino2;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Topology;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.pfc.PfcType;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.orchestrator.backend.served.ServedKind;
import io.losslab.orchestrator.backend.served.ServedSwitches;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.services.lab.SwitchFaces;
import io.losslab.services.tofino2.ChipQueues;
import io.losslab.services.tofino2.Tofino2Faces;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tofino2 that run {@code pfc_forward}, each behind BF Runtime of its own, with a coprocessor. */
public final class ServedTofino2 implements ServedKind {
    private static final String PROGRAM = BundledProgram.T2NA_PFC_FORWARD.programName();

    private final SdeFolder sde;
    private final Path program;

    /**
     * Reads the tables of the SDE.
     *
     * @param sde its folder with the bf-rt JSON of the fixed tables
     * @param program the compiler's output, for the testbed file
     * @throws CommandFailure where the folder lacks them
     */
    public ServedTofino2(Path sde, Path program) {
        this.sde = SdeFolder.read(sde);
        this.program = program.toAbsolutePath().normalize();
    }

    @Override
    public void require(CellPlan cell) {
        for (SwitchPlan plan : cell.switches()) {
            for (PortFlowControl port : plan.config().getPortsList()) {
                for (NamedScheme scheme : port.getSchemesList()) {
                    if (!isRehearsed(scheme.getName())) {
                        throw CommandFailure.usage(
                                "serve --as tofino2 stands for chips with program %s, which does not run %s of scheme '%s'"
                                        .formatted(PROGRAM, scheme.getName(), cell.cell().scheme()),
                                "serve an experiment with pfc, bifrost, or bifrostX only, or serve"
                                        + " this one without --as");
                    }
                }
            }
        }
    }

    private static boolean isRehearsed(String scheme) {
        return scheme.equals(PfcType.NAME)
                || SchemeTypes.all().stream()
                        .anyMatch(
                                type ->
                                        type.name().equals(scheme)
                                                && type.has(Trait.RUNS_ON_COPROCESSOR));
    }

    @Override
    public ServedSwitches start(Topology topology, String host, int firstPort) throws IOException {
        try {
            Tofino2Faces faces =
                    Tofino2Faces.start(
                            topology, sde.document(), InetAddress.getByName(host), firstPort);
            return new Chips(faces, host);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e.getMessage(), "serve a topology with smaller switches", e);
        }
    }

    private final class Chips implements ServedSwitches {
        private final Tofino2Faces faces;
        private final String host;

        Chips(Tofino2Faces faces, String host) {
            this.faces = faces;
            this.host = host;
        }

        @Override
        public SwitchFaces faces() {
            return faces;
        }

        @Override
        public Device device(Device software) {
            List<DevicePort> ports =
                    software.ports().stream()
                            .map(
                                    port ->
                                            new DevicePort(
                                                    port.label(),
                                                    port.number(),
                                                    port.name(),
                                                    port.speed(),
                                                    Optional.of(
                                                            new PortQueues(
                                                                    ChipQueues.group(port.number()),
                                                                    ChipQueues.first(
                                                                            port.number())))))
                            .toList();
            return new Device(
                    software.name(),
                    DeviceKinds.TOFINO2,
                    software.id(),
                    Map.of(
                            TofinoKeys.BFRT,
                            new DeviceAddress(host, faces.port(software.name())),
                            Service.COPROCESSOR,
                            software.address(Service.COPROCESSOR)),
                    ports,
                    software.security(),
                    software.electionId(),
                    software.deadline(),
                    software.ipv4(),
                    software.ssh(),
                    Optional.of(
                            new TofinoKeys(
                                    Map.of(PROGRAM, program),
                                    sde.files(),
                                    Optional.empty(),
                                    List.of())),
                    Optional.empty(),
                    Optional.empty(),
                    Set.of());
        }
    }
}
