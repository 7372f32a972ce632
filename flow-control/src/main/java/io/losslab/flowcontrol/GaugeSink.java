package io.losslab.flowcontrol;

/**
 * Takes figures that a scheme measured of itself since the start, such as the size of a table. The
 * values of a name, over all ports and devices of a network, become one figure of a run.
 *
 * <p>Names are lowerCamelCase and end in their unit where they have one: {@code Bytes}, {@code
 * Micros}, {@code Gbps}, {@code Fraction}.
 */
public interface GaugeSink {
    /** Takes a value of which the mean counts. */
    void mean(String name, double value);

    /** Takes a value of which the greatest counts. */
    void max(String name, double value);

    /** Takes a value of which the sum counts. */
    void sum(String name, double value);
}
