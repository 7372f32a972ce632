package io.losslab.driver.gnmi;

/**
 * A value that a device told.
 *
 * @param timeNanos of the device: since the epoch, of a virtual switch since its start
 * @param path as text, from the root
 * @param value Long, Double, Boolean or String; null where the path was deleted
 */
public record GnmiUpdate(long timeNanos, String path, Object value) {
    /**
     * The value as a number; counters may come as text (RFC 7951).
     *
     * @throws IllegalArgumentException where it is none
     */
    public long number() {
        if (value instanceof Long number) {
            return number;
        }
        try {
            return Long.parseUnsignedLong(String.valueOf(value));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(path + " is not a number: " + value, e);
        }
    }
}
