package io.losslab.api.address;

/** MAC addresses, six octets in the low 48 bits of a long. */
public final class MacAddress {
    /** How one is written. */
    public static final String PATTERN = "[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}";

    private MacAddress() {}

    /**
     * Reads six octets in hexadecimal with colons.
     *
     * @throws IllegalArgumentException where the text is something else
     */
    public static long parse(String text) {
        if (!text.matches(PATTERN)) {
            throw new IllegalArgumentException(
                    "'"
                            + text
                            + "' is not a MAC address; expected, for example, 02:00:00:01:00:02");
        }
        return Long.parseLong(text.replace(":", ""), 16);
    }

    /** Six octets in hexadecimal with colons, such as {@code 02:00:00:01:00:02}. */
    public static String text(long address) {
        return "%012x".formatted(address & 0xFFFF_FFFF_FFFFL).replaceAll("(..)(?=.)", "$1:");
    }
}
