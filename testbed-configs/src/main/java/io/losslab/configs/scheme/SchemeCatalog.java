package io.losslab.configs.scheme;

import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.roce.congestion.CongestionControls;
import io.losslab.roce.recovery.RecoveryTypes;
import java.util.ArrayList;
import java.util.List;

/**
 * All that experiment files can name and set.
 *
 * @param schemes flow control of ports
 * @param recoveries of hosts
 * @param congestionControls of hosts
 */
public record SchemeCatalog(
        List<SchemeType> schemes,
        List<NamedSettings> recoveries,
        List<NamedSettings> congestionControls) {
    public SchemeCatalog {
        schemes = List.copyOf(schemes);
        recoveries = List.copyOf(recoveries);
        congestionControls = List.copyOf(congestionControls);
    }

    /** What this version has. */
    public static SchemeCatalog standard() {
        return new SchemeCatalog(
                SchemeTypes.all(),
                RecoveryTypes.ALL.stream().map(NamedSettings::of).toList(),
                CongestionControls.ALL.stream().map(NamedSettings::of).toList());
    }

    /** Everything: schemes, then what hosts run. */
    public List<NamedSettings> named() {
        List<NamedSettings> all = new ArrayList<>(schemes.stream().map(NamedSettings::of).toList());
        all.addAll(recoveries);
        all.addAll(congestionControls);
        return all;
    }
}
