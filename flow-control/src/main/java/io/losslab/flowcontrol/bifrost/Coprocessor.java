package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.Scheme;

/** What runs beside a downstream port and holds its upstream back slot by slot. */
public interface Coprocessor extends Scheme {
    /** Algorithm 1's settings. */
    BifrostSettings settings();

    /** State and counters of now. */
    BifrostState state();
}
