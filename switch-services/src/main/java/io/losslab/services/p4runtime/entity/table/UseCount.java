package io.losslab.services.p4runtime.entity.table;

import java.util.HashMap;
import java.util.Map;

/** How often things are referred to, by id. */
final class UseCount {
    private final Map<Integer, Integer> uses = new HashMap<>();

    void add(int id, int change) {
        uses.merge(id, change, (old, by) -> old + by == 0 ? null : Integer.valueOf(old + by));
    }

    int of(int id) {
        return uses.getOrDefault(id, 0);
    }
}
