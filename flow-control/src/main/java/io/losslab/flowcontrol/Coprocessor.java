package io.losslab.flowcontrol;

/** What runs at a downstream port and holds its upstream back slot by slot. */
public interface Coprocessor extends IngressScheme {
    /** Time between two of its decisions. */
    long slotNanos();

    /** State and counters of now. */
    CoprocessorState state();
}
