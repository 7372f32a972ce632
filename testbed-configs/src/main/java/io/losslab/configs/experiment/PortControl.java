package io.losslab.configs.experiment;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.PortRef;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Settings;
import io.losslab.flowcontrol.bifrost.BifrostSettings;
import io.losslab.flowcontrol.pfc.PfcSettings;

/**
 * A flow control of a port: as the receiving end of its link, and for some schemes at its egress
 * queues. Several may work side by side at a port.
 */
public sealed interface PortControl {
    PortRef port();

    Link link();

    /** Bytes of the device's buffer that it sets aside at the port. */
    long reservedBytes();

    /** Bit i: priority i is controlled. */
    int priorities();

    /** Whether it promises that no packet is dropped. */
    default boolean lossless() {
        return true;
    }

    /** PFC at a port. */
    record Pfc(PortRef port, Link link, PfcSettings settings) implements PortControl {
        @Override
        public long reservedBytes() {
            return settings.reservedBytes();
        }

        @Override
        public int priorities() {
            return settings.priorities();
        }
    }

    /** Bifrost at a port. */
    record Bifrost(PortRef port, Link link, BifrostSettings settings) implements PortControl {
        @Override
        public long reservedBytes() {
            return settings.reservedBytes();
        }

        @Override
        public int priorities() {
            return settings.priorities();
        }
    }

    /**
     * A scheme of the registry at a port.
     *
     * @param settings resolved for the link
     */
    record Named(PortRef port, Link link, SchemeType type, Settings settings, int priorities)
            implements PortControl {
        @Override
        public long reservedBytes() {
            return type.reservedBytes(settings);
        }

        @Override
        public boolean lossless() {
            return type.lossless();
        }
    }
}
