package io.losslab.flowcontrol;

import io.losslab.flowcontrol.setting.SettingProblem;
import java.util.List;

/** What resolved settings of a scheme mean at one port. */
public interface PortSettings {
    /**
     * What they cannot promise on a link.
     *
     * @param bufferBytes packet memory of the device
     */
    List<SettingProblem> problems(LinkProfile link, long bufferBytes);

    /** Bytes of the device's buffer that they set aside. */
    default long reservedBytes() {
        return 0;
    }
}
