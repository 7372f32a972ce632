package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.IngressScheme;

/** What runs beside a downstream port and holds its upstream back slot by slot. */
public interface Coprocessor extends IngressScheme {
    /** Algorithm 1's settings. */
    BifrostSettings settings();

    /** State and counters of now. */
    BifrostState state();
}
