package io.losslab.analysis.run;

/**
 * Messages of a traffic group between two sizes, reported as a group of their own.
 *
 * @param group whose messages
 * @param name under which they are reported
 * @param leastBytes the first size
 * @param endBytes the first size beyond; {@link Long#MAX_VALUE} for no end
 */
public record SizeBin(String group, String name, long leastBytes, long endBytes) {}
