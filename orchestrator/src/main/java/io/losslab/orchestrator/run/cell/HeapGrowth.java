package io.losslab.orchestrator.run.cell;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.List;

/**
 * Bounds how far the heap grows with the networks of cells that have ended. The serial collector
 * lets its old generation grow to the limit, a share of the machine's memory, before it determines
 * what of it is still in use. This has it do so when the old generation has doubled since. Other
 * collectors do so themselves.
 */
final class HeapGrowth {
    private static final String OLD_GENERATION = "Tenured Gen";
    private static final int FACTOR = 2;

    /** Below it, collecting is not worth its time. */
    static final long LEAST_BYTES = 32L << 20;

    private static final List<MemoryPoolMXBean> OLD =
            ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getName().equals(OLD_GENERATION))
                    .toList();

    private HeapGrowth() {}

    /** Collects if most of the old generation may be garbage. */
    static synchronized void bound() {
        for (MemoryPoolMXBean old : OLD) {
            long inUse = Math.max(LEAST_BYTES, old.getCollectionUsage().getUsed());
            if (old.getUsage().getUsed() > FACTOR * inUse) {
                System.gc();
            }
        }
    }
}
