package io.losslab.flowcontrol;

import io.losslab.flowcontrol.capfc.CapfcType;
import io.losslab.flowcontrol.gpfc.GpfcType;
import io.losslab.flowcontrol.ofc.OfcType;
import io.losslab.flowcontrol.portfc.AteType;
import io.losslab.flowcontrol.portfc.PortFcType;
import io.losslab.flowcontrol.ppfc.PpfcType;
import io.losslab.flowcontrol.tagger.PfcStarType;
import java.util.List;
import java.util.Optional;

/** The registry: every scheme that is set by name. One line each. */
public final class SchemeTypes {
    private static final List<SchemeType> ALL =
            List.of(
                    new AteType(),
                    new CapfcType(),
                    new GpfcType(),
                    new OfcType(),
                    new PfcStarType(),
                    new PortFcType(),
                    new PpfcType());

    private SchemeTypes() {}

    public static List<SchemeType> all() {
        return ALL;
    }

    public static Optional<SchemeType> find(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }
}
