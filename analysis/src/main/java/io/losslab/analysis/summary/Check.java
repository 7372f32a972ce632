package io.losslab.analysis.summary;

import java.util.Objects;

/**
 * Something that must hold in every run.
 *
 * @param name the same in all cells, such as {@code no drop}
 * @param passed whether it held
 * @param detail on failure what was seen: time, device, port, queue; may be empty
 */
public record Check(String name, boolean passed, String detail) {
    public Check {
        Objects.requireNonNull(name, "name");
        detail = Objects.requireNonNullElse(detail, "");
    }

    public static Check passed(String name, String detail) {
        return new Check(name, true, detail);
    }

    public static Check failed(String name, String detail) {
        return new Check(name, false, detail);
    }
}
