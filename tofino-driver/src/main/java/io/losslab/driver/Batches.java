package io.losslab.driver;

import java.util.List;
import java.util.stream.IntStream;

/** Updates of tables in as many as go into one Write, which stays well below gRPC's 4 MB. */
public final class Batches {
    private static final int UPDATES_PER_WRITE = 500;

    private Batches() {}

    /** The batches, in order; views of the list. */
    public static <T> List<List<T>> of(List<T> updates) {
        return IntStream.iterate(0, from -> from < updates.size(), from -> from + UPDATES_PER_WRITE)
                .mapToObj(
                        from ->
                                updates.subList(
                                        from, Math.min(from + UPDATES_PER_WRITE, updates.size())))
                .toList();
    }
}
