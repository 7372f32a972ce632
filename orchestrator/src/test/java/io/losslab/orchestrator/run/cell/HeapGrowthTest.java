package io.losslab.orchestrator.run.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import org.junit.jupiter.api.Test;

/** With the serial collector, which the launcher and the tests choose. */
class HeapGrowthTest {
    private final MemoryPoolMXBean old = pool("Tenured Gen");

    @Test
    void garbageInTheOldGenerationIsCollectedOnceItIsMoreThanWhatIsInUse() {
        System.gc();
        long inUse = Math.max(old.getUsage().getUsed(), HeapGrowth.LEAST_BYTES);
        assertTrue(garbage(3 * inUse) >= 3 * inUse);
        long before = old.getUsage().getUsed();
        assertTrue(before > 2 * inUse, before + " B, " + inUse + " B in use");

        HeapGrowth.bound();

        assertTrue(old.getUsage().getUsed() < 2 * inUse, () -> old.getUsage().toString());
    }

    @Test
    void aSmallHeapIsLeftAlone() {
        System.gc();
        long collections = collections();

        HeapGrowth.bound();

        assertEquals(collections, collections());
    }

    /** What the young generation has no room for is made in the old one. */
    private static int garbage(long bytes) {
        long young = pool("Eden Space").getUsage().getCommitted();
        return new byte[Math.toIntExact(Math.max(bytes, young + 1))].length;
    }

    private static MemoryPoolMXBean pool(String name) {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> collector.getName().equals("MarkSweepCompact"))
                .mapToLong(collector -> collector.getCollectionCount())
                .sum();
    }
}
