package io.losslab.flowcontrol.hardware;

import io.losslab.flowcontrol.SchemeType;
import java.util.List;

/** A scheme that switches have in hardware. */
public interface HardwareScheme extends SchemeType {
    /**
     * Its settings as leaves of a port, in their order; the priorities are not among them, since
     * each has a leaf of its own that enables it.
     */
    List<HardwareLeaf> leaves();
}
