package io.losslab.services.bfrt;

/**
 * A watermark as it is measured.
 *
 * @param now the level of the moment
 * @param highest that it has had, whatever was cleared
 */
public record SdeLevel(long now, long highest) {}
