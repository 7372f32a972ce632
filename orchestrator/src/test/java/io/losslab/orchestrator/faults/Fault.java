package io.losslab.orchestrator.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Something that goes wrong.
 *
 * @param number from 1
 * @param moment when, from the start of the command, as a share of how long it takes undisturbed
 */
record Fault(int number, Kind kind, double moment) {
    /** Where a run takes place. */
    enum Place {
        VIRTUAL,
        SERVED,
        LIVE
    }

    /** What happens, with how many of a hundred faults are of the kind. */
    enum Kind {
        VIRTUAL_INTERRUPT(Place.VIRTUAL, 14),
        VIRTUAL_TERMINATE(Place.VIRTUAL, 14),
        VIRTUAL_KILL(Place.VIRTUAL, 14),
        VIRTUAL_SUSPEND(Place.VIRTUAL, 6),
        VIRTUAL_FULL_DISK(Place.VIRTUAL, 14),
        SERVED_INTERRUPT(Place.SERVED, 5),
        SERVED_TERMINATE(Place.SERVED, 5),
        SERVED_KILL(Place.SERVED, 8),
        SERVER_KILL(Place.SERVED, 5),
        SERVER_SUSPEND(Place.SERVED, 3),
        CONNECTIONS_CUT(Place.SERVED, 4),
        LIVE_INTERRUPT(Place.LIVE, 1),
        LIVE_TERMINATE(Place.LIVE, 1),
        LIVE_KILL(Place.LIVE, 2),
        AGENT_KILL(Place.LIVE, 1),
        AGENT_SUSPEND(Place.LIVE, 1),
        SSH_CUT(Place.LIVE, 1),
        STRAY_FRAMES(Place.LIVE, 1);

        private final Place place;
        private final int share;

        Kind(Place place, int share) {
            this.place = place;
            this.share = share;
        }

        Place place() {
            return place;
        }
    }

    /** Faults by the shares of their kinds, and of any kinds what is left, in random order. */
    static List<Fault> random(int count, long seed) {
        Random random = new Random(seed);
        List<Kind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            int wanted = Math.round((float) kind.share * count / 100);
            kinds.addAll(Collections.nCopies(wanted, kind));
        }
        List<Kind> others = new ArrayList<>(List.of(Kind.values()));
        Collections.shuffle(others, random);
        for (int i = 0; kinds.size() < count; i++) {
            kinds.add(others.get(i % others.size()));
        }
        Collections.shuffle(kinds, random);
        List<Fault> faults = new ArrayList<>();
        for (Kind kind : kinds.subList(0, count)) {
            faults.add(new Fault(faults.size() + 1, kind, random.nextDouble()));
        }
        return faults;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d: %s at %.0f %%",
                number,
                kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                100 * moment);
    }
}
