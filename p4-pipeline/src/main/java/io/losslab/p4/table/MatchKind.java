package io.losslab.p4.table;

/** How a part of a key is compared. */
public enum MatchKind {
    EXACT,
    LPM,
    TERNARY,
    RANGE,
    OPTIONAL,
    VALID
}
