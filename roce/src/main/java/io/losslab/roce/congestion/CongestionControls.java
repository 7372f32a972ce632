package io.losslab.roce.congestion;

import io.losslab.roce.named.NamedType;
import java.util.List;

/** The registry: every congestion control. One line each. */
public final class CongestionControls {
    public static final List<NamedType<CongestionSettings>> ALL =
            List.of(DcqcnSettings.TYPE, TimelySettings.TYPE, HpccSettings.TYPE);

    private CongestionControls() {}
}
