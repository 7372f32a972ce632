package io.losslab.flowcontrol.pfc;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.setting.SettingProblem;
import java.util.ArrayList;
import java.util.List;

/** Settings of a scheme that is built on PFC's static thresholds. */
public interface PfcBased extends PortSettings {
    /** The ingress thresholds, headroom and timer. */
    PfcSettings pfc();

    @Override
    default List<SettingProblem> problems(LinkProfile link, long bufferBytes) {
        List<SettingProblem> problems = new ArrayList<>(pfc().problems(link, bufferBytes));
        if (reservedBytes() > bufferBytes) {
            problems.add(
                    SettingProblem.fatal(
                            PfcKeys.XOFF,
                            "xoff and headroom, %,d B in total, exceed the buffer of %,d B"
                                    .formatted(reservedBytes(), bufferBytes)));
        }
        return problems;
    }

    @Override
    default long reservedBytes() {
        return pfc().reservedBytes();
    }
}
