package io.losslab.flowcontrol;

/**
 * Whether a pause holds for its quanta and is refreshed, as the standard has it, or until it is
 * resumed.
 */
public enum PauseTimer {
    QUANTA,
    UNTIL_RESUME
}
