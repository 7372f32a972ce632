package io.losslab.configs.yaml;

/**
 * Something wrong in what a user wrote.
 *
 * @param at where
 * @param severity whether it stops the run
 * @param field dotted path of the key, as {@code --set} takes it; may be empty
 * @param message what is wrong
 * @param expected what should have stood there; may be empty
 * @param suggestion a text that would do; may be empty
 */
public record Problem(
        Position at,
        Severity severity,
        String field,
        String message,
        String expected,
        String suggestion) {

    /** Whether a problem stops the run. */
    public enum Severity {
        ERROR,
        WARNING
    }

    public static Problem error(Position at, String field, String message) {
        return new Problem(at, Severity.ERROR, field, message, "", "");
    }

    public static Problem warning(Position at, String field, String message) {
        return new Problem(at, Severity.WARNING, field, message, "", "");
    }

    public Problem expecting(String newExpected) {
        return new Problem(at, severity, field, message, newExpected, suggestion);
    }

    public Problem suggesting(String newSuggestion) {
        return new Problem(at, severity, field, message, expected, newSuggestion);
    }

    Problem ofField(String newField) {
        return new Problem(at, severity, newField, message, expected, suggestion);
    }

    /** The same problem, with the circumstances in which it is one before its message. */
    public Problem saying(String circumstances) {
        return new Problem(
                at, severity, field, circumstances + ": " + message, expected, suggestion);
    }

    /** The same as one that does not stop a run. */
    public Problem asWarning() {
        return new Problem(at, Severity.WARNING, field, message, expected, suggestion);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }
}
