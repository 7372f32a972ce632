package io.losslab.labs.probe;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.profile.Measurement;
import io.losslab.configs.profile.NotDetermined;
import io.losslab.configs.profile.Profile;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.setting.Settings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes settings of frame counts: bytes that agree with the counts of all sizes. Where several
 * values do, the one is taken at which the counts that were measured change last.
 */
final class Findings {
    private static final int DIGITS = 12;

    private final PortProbe probe;
    private final List<Measurement> measurements;
    private final List<NotDetermined> notDetermined;
    private final Map<String, String> pfc = new LinkedHashMap<>();
    private Optional<DataSize> sharedBuffer = Optional.empty();

    Findings(PortProbe probe) {
        this.probe = probe;
        measurements = new ArrayList<>(probe.measurements());
        notDetermined = new ArrayList<>(probe.notDetermined());
    }

    /** The profile of what was found. */
    Profile profile(ProbeSite site, Bench bench) {
        Optional<Range> xoff = bytes("xoff", probe.xoffFrames(), -1, 0);
        Optional<Range> xon = bytes("xon", probe.xonFrames(), 0, 1);
        if (probe.dynamic().isPresent()) {
            xoff.ifPresent(range -> addDynamic(probe.dynamic().get(), range, xon));
        } else {
            xoff.ifPresent(range -> addStatic(range, xon));
        }
        probe.refresh().ifPresent(seen -> pfc.put(PfcKeys.TIMER, seen.timer()));
        return new Profile(
                "%s-%s-%s"
                        .formatted(
                                site.device().name(), bench.sender.name(), bench.receiver.name()),
                site.device().name(),
                bench.sender.name(),
                bench.receiver.name(),
                bench.trafficClass,
                new DataRate(bench.sender.rate()),
                new DataRate(bench.receiver.rate()),
                new Settings(pfc),
                sharedBuffer,
                probe.reaction().map(Findings::reaction),
                measurements,
                notDetermined);
    }

    private void addStatic(Range xoff, Optional<Range> xon) {
        long xoffBytes = (long) xoff.most();
        if (probe.isStatic()) {
            pfc.put(PfcKeys.THRESHOLD, PfcKeys.STATIC);
        }
        pfc.put(PfcKeys.XOFF, Long.toString(xoffBytes));
        xon.ifPresent(
                range ->
                        pfc.put(
                                PfcKeys.XON,
                                Long.toString(Math.min(xoffBytes, (long) range.least()))));
        bytes("total", probe.takenFrames(), 0, 1)
                .ifPresent(
                        total ->
                                putHeadroom(
                                        new Range(
                                                total.least() - xoff.most(),
                                                total.most() - xoff.least(),
                                                total.samples()),
                                        (long) total.least() - xoffBytes));
    }

    private void putHeadroom(Range range, long bytes) {
        measurements.add(
                new Measurement(
                        "headroomBytes",
                        0,
                        Math.max(0, range.least()),
                        Math.max(0, range.most()),
                        Measurement.BYTES,
                        range.samples()));
        pfc.put(PfcKeys.HEADROOM, Long.toString(Math.max(0, bytes)));
    }

    /**
     * A share of free memory: x = alpha B / (1 + alpha), and XON is below it by the offset over 1 +
     * alpha.
     */
    private void addDynamic(Sharing.Dynamic dynamic, Range xoff, Optional<Range> xon) {
        double alpha = nearest(dynamic.alpha());
        double share = 1 + alpha;
        double threshold = xoff.most();
        pfc.put(PfcKeys.THRESHOLD, PfcKeys.DYNAMIC);
        pfc.put(
                "alpha",
                new BigDecimal(alpha)
                        .round(new MathContext(DIGITS))
                        .stripTrailingZeros()
                        .toPlainString());
        sharedBuffer = Optional.of(new DataSize((long) Math.floor(threshold * share / alpha)));
        xon.ifPresent(
                range -> {
                    Range offset =
                            new Range(
                                    Math.max(0, (xoff.least() - range.most()) * share),
                                    Math.max(0, (xoff.most() - range.least()) * share),
                                    range.samples());
                    measurements.add(
                            new Measurement(
                                    PfcKeys.RESUME_OFFSET,
                                    0,
                                    offset.least(),
                                    offset.most(),
                                    Measurement.BYTES,
                                    offset.samples()));
                    double bytes = (threshold - range.least()) * share;
                    pfc.put(PfcKeys.RESUME_OFFSET, Long.toString((long) Math.max(0, bytes)));
                });
        headroomBesides(alpha, xoff)
                .ifPresent(range -> putHeadroom(range, (long) Math.ceil(range.least())));
    }

    /**
     * Headroom of a dynamic threshold: what is taken beyond the pool, which takes n frames of s
     * bytes while n s <= alpha (B - (n - 1) s).
     */
    private Optional<Range> headroomBesides(double alpha, Range xoff) {
        Map<Integer, Range> beyond = new LinkedHashMap<>();
        probe.takenFrames()
                .forEach(
                        (size, taken) -> {
                            double more = alpha / (1 + alpha);
                            double least = Math.floor(xoff.least() / size + more);
                            double most = Math.floor(xoff.most() / size + more);
                            beyond.put(
                                    size,
                                    new Range(
                                            Math.max(0, taken.least() - most),
                                            Math.max(0, taken.most() - least),
                                            taken.samples()));
                        });
        return beyond.isEmpty() ? Optional.empty() : bytes("headroom", beyond, 0, 1);
    }

    /** An alpha that the samples allow: a power of two, as chips have them, before any other. */
    private static double nearest(Range alpha) {
        double power = Math.pow(2, Math.ceil(Math.log(alpha.least()) / Math.log(2) - 1e-9));
        return power <= alpha.most() && 2 * power > alpha.most()
                ? power
                : (alpha.least() + alpha.most()) / 2;
    }

    /**
     * Bytes that agree with the frame counts of all sizes; a count n of frames of s bytes stands
     * for (n + below) s up to (n + above) s.
     */
    private Optional<Range> bytes(String what, Map<Integer, Range> frames, int below, int above) {
        List<Range> ranges = new ArrayList<>();
        frames.forEach(
                (size, count) ->
                        ranges.add(
                                new Range(
                                        (count.least() + below) * size + (below < 0 ? 1 : 0),
                                        (count.most() + above) * size - (above > 0 ? 1 : 0),
                                        count.samples())));
        if (ranges.isEmpty()) {
            return Optional.empty();
        }
        Optional<Range> common = Range.common(ranges);
        if (common.isEmpty()) {
            notDetermined.add(
                    new NotDetermined(
                            what,
                            "frames of different sizes do not give one number of bytes, as where a"
                                    + " switch counts cells: "
                                    + ranges));
        }
        return common;
    }

    /** When a host acts on pauses: as on resumes, where that agrees; else as late as it may be. */
    private static Nanos reaction(Timers.Reaction seen) {
        double resume = seen.resumeNanos().most();
        boolean agrees =
                seen.resumeNanos().isExact()
                        && resume >= seen.pauseNanos().least()
                        && resume <= seen.pauseNanos().most();
        return new Nanos((long) (agrees ? resume : Math.ceil(seen.pauseNanos().most())));
    }
}
