package io.losslab.api.units;

/**
 * A text that is not a quantity of the wanted unit; says what was expected and, where it can, what
 * was meant.
 */
public final class UnitFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private final String expected;
    private final String suggestion;

    UnitFormatException(String text, String expected, String suggestion) {
        super("'" + text + "' is not " + expected);
        this.expected = expected;
        this.suggestion = suggestion;
    }

    /** What should have stood there, as a noun phrase with an example. */
    public String expected() {
        return expected;
    }

    /** A text that would have been accepted, or the empty string. */
    public String suggestion() {
        return suggestion;
    }
}
