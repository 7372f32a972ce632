package io.losslab.labs.backend.served.tofino2;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.labs.backend.served.RehearsedSchemes;
import io.losslab.labs.backend.served.ServedKind;
import io.losslab.labs.backend.served.ServedNetwork;
import io.losslab.labs.backend.served.ServedSwitches;
import io.losslab.services.lab.SwitchFaces;
import io.losslab.services.tofino2.ChipQueues;
import io.losslab.services.tofino2.Tofino2Faces;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        RehearsedSchemes.require(cell, "--as tofino2 stands for chips with program " + PROGRAM);
    }

    @Override
    public ServedSwitches start(ServedNetwork network, String host, int firstPort)
            throws IOException {
        try {
            Tofino2Faces faces =
                    Tofino2Faces.start(
                            network.topology(),
                            sde.document(),
                            node -> network.base(node).config(),
                            InetAddress.getByName(host),
                            firstPort);
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
            return software.as(
                            DeviceKinds.TOFINO2,
                            Map.of(
                                    TofinoKeys.BFRT,
                                    new DeviceAddress(host, faces.port(software.name())),
                                    Service.COPROCESSOR,
                                    software.address(Service.COPROCESSOR)),
                            port -> port.withQueues(queues(port.number())))
                    .having(
                            new TofinoKeys(
                                    Map.of(PROGRAM, program),
                                    sde.files(),
                                    Optional.empty(),
                                    List.of()));
        }

        private static PortQueues queues(int port) {
            return new PortQueues(ChipQueues.group(port), ChipQueues.first(port));
        }
    }
}
