package io.losslab.flowcontrol.setting;

/**
 * A setting that a scheme cannot keep its promise with.
 *
 * @param field the key as users write it, e.g. {@code queueBuffer}; empty where none is to blame
 * @param message what is wrong, by how much, and the bound
 * @param expected what may stand there; empty where the message says it
 * @param fatal whether the setting is refused; otherwise it is a warning that travels to plan and
 *     report
 */
public record SettingProblem(String field, String message, String expected, boolean fatal) {
    public SettingProblem(String field, String message, boolean fatal) {
        this(field, message, "", fatal);
    }

    public static SettingProblem fatal(String field, String message) {
        return new SettingProblem(field, message, true);
    }
}
