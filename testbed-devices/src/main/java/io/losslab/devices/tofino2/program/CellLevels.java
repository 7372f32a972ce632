package io.losslab.devices.tofino2.program;

import io.losslab.driver.p4runtime.ProgramEntry;
import java.util.function.UnaryOperator;

/**
 * A pair of thresholds as ranges of a program's table {@code levels}, in cells of packet memory. A
 * packet takes whole cells, so a depth in cells is never below its bytes.
 *
 * @param aboveCells from here on a queue is above
 * @param belowCells up to here it is below; less than aboveCells
 */
public record CellLevels(long aboveCells, long belowCells) {
    /** Bytes of a cell. Source: t2na/queue_depth.p4. */
    public static final long CELL_BYTES = 176;

    private static final long MOST_CELLS = (1 << 20) - 1;
    private static final String TABLE = "ingress.levels";

    public CellLevels {
        if (aboveCells < 1 || aboveCells > MOST_CELLS) {
            throw new IllegalArgumentException(
                    "a threshold must be 1..%d cells of %d B, got %d"
                            .formatted(MOST_CELLS, CELL_BYTES, aboveCells));
        }
        if (belowCells < 0 || belowCells >= aboveCells) {
            throw new IllegalArgumentException(
                    "a resume threshold must be 0..%d cells of %d B, got %d"
                            .formatted(aboveCells - 1, CELL_BYTES, belowCells));
        }
    }

    /** Of a queue that pauses from a size on, and resumes at a size or less. */
    static CellLevels atOrBelow(long pauseBytes, long resumeBytes) {
        long above = pauseBytes / CELL_BYTES;
        return new CellLevels(above, Math.min(resumeBytes / CELL_BYTES, above - 1));
    }

    /** Of a queue that pauses from a size on, and resumes below a size. */
    static CellLevels below(long pauseBytes, long resumeBytes) {
        return atOrBelow(pauseBytes, resumeBytes - 1);
    }

    /**
     * Two entries.
     *
     * @param depth name of the key that has the depth
     * @param keys sets those of an entry that are not the depth
     */
    void addTo(SchemeEntries entries, String depth, UnaryOperator<ProgramEntry> keys) {
        keys.apply(entries.in(TABLE))
                .range(depth, aboveCells, MOST_CELLS)
                .priority(1)
                .doing("ingress.above");
        keys.apply(entries.in(TABLE))
                .range(depth, 0, belowCells)
                .priority(1)
                .doing("ingress.below");
    }
}
