package io.losslab.analysis.figure.drawing;

/**
 * What a picture is made of. Looks follow from the classes, and those of the groups around it.
 * Coordinates are in user units, y downwards.
 */
public sealed interface Shape {
    /** Opens a group. */
    record Begin(String classes) implements Shape {}

    /** Closes the group that was opened last. */
    record End() implements Shape {}

    /** A path; the data is SVG's. */
    record Path(String classes, String data) implements Shape {}

    record Rect(String classes, double x, double y, double width, double height) implements Shape {}

    /** A text; its anchor is named by the classes {@code mid} or {@code end}. */
    record Text(String classes, double x, double y, String text) implements Shape {}
}
