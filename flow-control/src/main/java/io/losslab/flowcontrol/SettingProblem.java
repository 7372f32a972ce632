package io.losslab.flowcontrol;

/**
 * A setting that a scheme cannot keep its promise with.
 *
 * @param field the key as users write it, e.g. {@code queueBuffer}
 * @param message what is wrong, by how much, and the bound
 * @param fatal whether the setting is refused; otherwise it is a warning that travels to plan and
 *     report
 */
public record SettingProblem(String field, String message, boolean fatal) {}
