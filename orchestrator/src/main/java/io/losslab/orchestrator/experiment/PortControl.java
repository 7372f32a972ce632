package io.losslab.orchestrator.experiment;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.PortRef;
import io.losslab.flowcontrol.bifrost.BifrostSettings;
import io.losslab.flowcontrol.pfc.PfcSettings;

/** The flow control that a switch port runs as the receiving end of its link. */
public sealed interface PortControl {
    PortRef port();

    Link link();

    /** Bytes of the switch's buffer that it sets aside at the port. */
    long reservedBytes();

    /** Bit i: priority i is controlled. */
    int priorities();

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
}
