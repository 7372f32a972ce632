package io.losslab.labs.perftest;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether something keeps a host's clock at the time, and how near.
 *
 * @param source chrony, PTP, or the kernel's flag; empty: nothing does
 * @param offsetNanos how far the clock is off by the source's own estimate, without a sign; empty
 *     where it does not tell
 * @param errorNanos how far it can be off at most; empty where that is not known
 */
record ClockState(String source, OptionalLong offsetNanos, OptionalLong errorNanos) {
    static final ClockState FREE = new ClockState("", OptionalLong.empty(), OptionalLong.empty());

    /** Columns of {@code chronyc -c tracking}. */
    private static final int CHRONY_COLUMNS = 14;

    private static final int STRATUM = 2;
    private static final int SYSTEM_TIME = 4;
    private static final int ROOT_DELAY = 10;
    private static final int ROOT_DISPERSION = 11;
    private static final int LEAP_STATUS = 13;
    private static final List<String> LEAP_KNOWN =
            List.of("Normal", "Insert second", "Delete second");
    private static final double NANOS_PER_SECOND = 1e9;

    private static final Pattern MASTER_OFFSET =
            Pattern.compile("master_offset\\s+(-?\\d{1,18})\\b");
    private static final Pattern MASTER_PRESENT = Pattern.compile("gmPresent\\s+true\\b");
    private static final Pattern SLAVE = Pattern.compile("portState\\s+SLAVE\\b");

    /** Whether clocks of several hosts can be compared. */
    boolean disciplined() {
        return !source.isEmpty();
    }

    /**
     * Reads what tools said, the most telling first.
     *
     * @param chrony output of {@code chronyc -c tracking}; empty where there is none
     * @param ptp output of {@code pmc} for {@code TIME_STATUS_NP} and {@code PORT_DATA_SET}; it is
     *     about the NIC's clock
     * @param phc2sys whether phc2sys runs, which brings the NIC's clock to the host's
     * @param synchronised what {@code timedatectl} says of {@code NTPSynchronized}
     */
    static ClockState of(String chrony, String ptp, boolean phc2sys, String synchronised) {
        ClockState state = ofChrony(chrony);
        if (!state.disciplined() && phc2sys) {
            state = ofPtp(ptp);
        }
        return state.disciplined() || !synchronised.strip().equals("yes")
                ? state
                : new ClockState("kernel", OptionalLong.empty(), OptionalLong.empty());
    }

    /** For users, such as {@code chrony, off by 2 us, at most 7340 us}. */
    @Override
    public String toString() {
        if (!disciplined()) {
            return "free-running";
        }
        StringBuilder text = new StringBuilder(source);
        offsetNanos.ifPresent(nanos -> text.append(", off by %.1f us".formatted(nanos / 1e3)));
        errorNanos.ifPresent(nanos -> text.append(", at most %.1f us".formatted(nanos / 1e3)));
        return text.toString();
    }

    private static ClockState ofChrony(String line) {
        String[] columns = line.strip().split(",", -1);
        if (columns.length < CHRONY_COLUMNS
                || !LEAP_KNOWN.contains(columns[LEAP_STATUS])
                || columns[STRATUM].equals("0")) {
            return FREE;
        }
        try {
            double offset = Math.abs(Double.parseDouble(columns[SYSTEM_TIME]));
            // The bound that chronyc's manual gives.
            double error =
                    offset
                            + Double.parseDouble(columns[ROOT_DISPERSION])
                            + Math.abs(Double.parseDouble(columns[ROOT_DELAY])) / 2;
            return new ClockState("chrony", nanos(offset), nanos(error));
        } catch (NumberFormatException e) {
            return FREE;
        }
    }

    private static ClockState ofPtp(String text) {
        Matcher offset = MASTER_OFFSET.matcher(text);
        boolean follows = MASTER_PRESENT.matcher(text).find() && SLAVE.matcher(text).find();
        return follows && offset.find()
                ? new ClockState(
                        "PTP",
                        OptionalLong.of(Math.abs(Long.parseLong(offset.group(1)))),
                        OptionalLong.empty())
                : FREE;
    }

    private static OptionalLong nanos(double seconds) {
        return OptionalLong.of(Math.round(seconds * NANOS_PER_SECOND));
    }
}
