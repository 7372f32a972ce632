package io.losslab.configs.profile;

/**
 * A quantity that a probe could not measure.
 *
 * @param what lowerCamelCase
 * @param because the reason, for users
 */
public record NotDetermined(String what, String because) {}
