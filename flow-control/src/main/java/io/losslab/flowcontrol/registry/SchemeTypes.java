package io.losslab.flowcontrol.registry;

import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.bfc.BfcType;
import io.losslab.flowcontrol.bifrost.BifrostType;
import io.losslab.flowcontrol.bifrost.BifrostXType;
import io.losslab.flowcontrol.capfc.CapfcType;
import io.losslab.flowcontrol.cbfc.CbfcType;
import io.losslab.flowcontrol.gfc.GfcType;
import io.losslab.flowcontrol.gpfc.GpfcType;
import io.losslab.flowcontrol.hardware.HardwareScheme;
import io.losslab.flowcontrol.ofc.OfcType;
import io.losslab.flowcontrol.pfc.PfcType;
import io.losslab.flowcontrol.portfc.AteType;
import io.losslab.flowcontrol.portfc.PortFcType;
import io.losslab.flowcontrol.ppfc.PpfcType;
import io.losslab.flowcontrol.pyrrha.PyrrhaType;
import io.losslab.flowcontrol.strict.StrictPriorityType;
import io.losslab.flowcontrol.swing.SwingType;
import io.losslab.flowcontrol.tagger.PfcStarType;
import java.util.List;
import java.util.Optional;

/** The registry: every scheme; PFC and Bifrost come first. One line each. */
public final class SchemeTypes {
    /** What switches have in hardware. */
    public static final HardwareScheme IN_HARDWARE = new PfcType();

    private static final List<SchemeType> ALL =
            List.of(
                    IN_HARDWARE,
                    new BifrostType(),
                    new BfcType(),
                    new BifrostXType(),
                    new CapfcType(),
                    new CbfcType(),
                    new GfcType(),
                    new GpfcType(),
                    new OfcType(),
                    new AteType(),
                    new PortFcType(),
                    new PpfcType(),
                    new PyrrhaType(),
                    new SwingType(),
                    new PfcStarType(),
                    new StrictPriorityType());

    private SchemeTypes() {}

    public static List<SchemeType> all() {
        return ALL;
    }

    public static Optional<SchemeType> find(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }
}
