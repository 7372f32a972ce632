package io.losslab.analysis.replay;

import java.util.ArrayList;
import java.util.List;

/**
 * The pauses of a cell by port, queue, and time, in no more spans than a page should carry.
 *
 * <p>Where there are more pauses, those of a queue that have the same cause and follow each other
 * closely become one span, which keeps their number and the sum of their times. The gap is the
 * smallest power of two that suffices, and always below a pixel of a time line that shows all.
 *
 * @param spans ascending
 * @param pauses how many were recorded
 * @param joinedBelowNanos gaps below this are not drawn; 0: every pause stands for itself
 */
record PauseSpans(List<PauseSpan> spans, long pauses, long joinedBelowNanos) {
    private static final int WIDEST_SCREEN_PIXELS = 4096;

    PauseSpans {
        spans = List.copyOf(spans);
    }

    /**
     * Reduces pauses.
     *
     * @param recorded by port, queue, and time
     * @param most spans to keep, if that can be done
     * @param endNanos of the cell
     */
    static PauseSpans reduce(List<PauseSpan> recorded, int most, long endNanos) {
        List<PauseSpan> spans = recorded;
        long gapNanos = 0;
        while (spans.size() > most && 2 * gapNanos <= endNanos / WIDEST_SCREEN_PIXELS) {
            gapNanos = Math.max(1, 2 * gapNanos);
            spans = join(spans, gapNanos);
        }
        return new PauseSpans(spans, recorded.size(), gapNanos);
    }

    private static List<PauseSpan> join(List<PauseSpan> spans, long gapNanos) {
        List<PauseSpan> joined = new ArrayList<>();
        PauseSpan open = spans.get(0);
        for (PauseSpan next : spans.subList(1, spans.size())) {
            if (open.isJoinedBy(next, gapNanos)) {
                open = open.and(next);
            } else {
                joined.add(open);
                open = next;
            }
        }
        joined.add(open);
        return joined;
    }

    /**
     * Number of spans, number of queues; queue by queue: port, queue + 1, number of spans; then
     * each span's distance from the end of the last, its length, and twice its cause, plus one and
     * followed by number and time of its pauses where it is several.
     */
    void write(VarintWriter out) {
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            if (i == 0 || !spans.get(i).isSameQueue(spans.get(i - 1))) {
                starts.add(i);
            }
        }
        out.write(spans.size());
        out.write(starts.size());
        starts.add(spans.size());
        for (int i = 0; i + 1 < starts.size(); i++) {
            writeQueue(spans.subList(starts.get(i), starts.get(i + 1)), out);
        }
    }

    private static void writeQueue(List<PauseSpan> queue, VarintWriter out) {
        out.write(queue.get(0).port());
        out.write(queue.get(0).queue() + 1);
        out.write(queue.size());
        long time = 0;
        for (PauseSpan span : queue) {
            boolean several = span.pauses() > 1;
            out.write(span.beginNanos() - time);
            out.write(span.endNanos() - span.beginNanos());
            out.write(2L * span.cause() + (several ? 1 : 0));
            if (several) {
                out.write(span.pauses());
                out.write(span.pausedNanos());
            }
            time = span.endNanos();
        }
    }
}
