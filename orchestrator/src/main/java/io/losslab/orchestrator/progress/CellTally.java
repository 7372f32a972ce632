package io.losslab.orchestrator.progress;

/** A count over finished cells, of which some may not know it. */
final class CellTally {
    private long sum;
    private boolean asked;
    private boolean told;

    /** One cell more; null: it does not know. */
    void add(Long count) {
        asked = true;
        if (count != null) {
            told = true;
            sum += count;
        }
    }

    /** Of the cells that know it; null where there are cells and none does. */
    Long sum() {
        return asked && !told ? null : (Long) sum;
    }
}
