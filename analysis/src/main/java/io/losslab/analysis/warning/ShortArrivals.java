package io.losslab.analysis.warning;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Arrivals that last less than {@value #LEAST_ROUND_TRIPS} round trips of the longest path. A pause
 * acts one propagation delay after it is sent, and its effect returns after another: in less time
 * no flow control reaches the state that it is compared in.
 */
final class ShortArrivals {
    private static final int LEAST_ROUND_TRIPS = 3;

    private ShortArrivals() {}

    /** A sentence on the cells that have such arrivals; empty where none has. */
    static Optional<String> of(List<CellTraffic> cells) {
        List<CellTraffic> affected = cells.stream().filter(ShortArrivals::isShort).toList();
        return affected.stream()
                .min(
                        (a, b) ->
                                Double.compare(
                                        a.arrivalMicros() / a.roundTripMicros(),
                                        b.arrivalMicros() / b.roundTripMicros()))
                .map(
                        worst ->
                                String.format(
                                        Locale.ROOT,
                                        "arrivals last %.1f us, less than %d round trips of the"
                                                + " longest path (%.1f us each), in %d of %d cells",
                                        worst.arrivalMicros(),
                                        LEAST_ROUND_TRIPS,
                                        worst.roundTripMicros(),
                                        affected.size(),
                                        cells.size()));
    }

    private static boolean isShort(CellTraffic cell) {
        return cell.arrivalMicros() < LEAST_ROUND_TRIPS * cell.roundTripMicros();
    }
}
