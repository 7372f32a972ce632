/**
 * Sizes, rates, times and lengths as values that know their unit and parse what people write in
 * experiment files ({@code 9.72MB}, {@code 100Gbps}, {@code 400us}, {@code 80km}). Uses nothing of
 * ours.
 */
package io.losslab.api.units;
