package io.losslab.configs.yaml;

/**
 * A place that a user wrote something at.
 *
 * @param file as the user named it, or {@code --set key=value} for an override
 * @param line 1-based; 0 on the command line
 * @param column 1-based; 0 on the command line
 * @param sourceLine text of the line, without its end; empty on the command line
 */
public record Position(String file, int line, int column, String sourceLine) {
    /** A place that is a whole file. */
    public static Position ofFile(String file) {
        return new Position(file, 0, 0, "");
    }

    /** {@code file:line:column}, or the file alone where there is no line. */
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
