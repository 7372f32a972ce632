package io.losslab.driver.gnmi;

/** One change of a Set. Paths are text; values are Long, Double, Boolean or String. */
public sealed interface GnmiChange {
    String path();

    /** Sets a leaf. */
    record Put(String path, Object value) implements GnmiChange {}

    /** Puts everything at or below a path back to its default. */
    record Delete(String path) implements GnmiChange {}
}
