package io.losslab.softswitch.fabric.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.observe.EventLog.Event;
import io.losslab.softswitch.fabric.observe.EventLog.Kind;
import io.losslab.softswitch.fabric.port.PortNumbers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two ports of a switch; the notes of both are those of one part, or of a part each. */
class EventLogTest {
    private static final int MOST = EventLog.MOST_OF_A_KIND;
    private static final long STEP_PICOS = 1_000;

    private final PortNumbers ports =
            new PortNumbers(
                    new TopologyBuilder("star")
                            .switchNode("S", new DataSize(100_000))
                            .host("a")
                            .host("b")
                            .link("a", "S", DataRate.parse("100Gbps"), new Nanos(10), "edge")
                            .link("b", "S", DataRate.parse("100Gbps"), new Nanos(10), "edge")
                            .build());
    private final Agenda agenda = new Agenda(new Records(16), 10);

    @Test
    void aPauseThatIsKeptKeepsItsResume() {
        EventNotes one = new EventNotes(agenda, ports);
        List<Event> kept = longPauseAmongShortOnes(one, one);
        assertEquals(MOST, count(kept, Kind.PAUSE));
        assertEquals(MOST, count(kept, Kind.RESUME));
        assertEquals(
                List.of(STEP_PICOS, (2L * MOST + 12) * STEP_PICOS),
                kept.stream().filter(event -> event.queue() == 3).map(Event::timePicos).toList(),
                "it ended when all resumes that are kept for their number had been");
    }

    @Test
    void partsKeepTheSameTogether() {
        EventNotes one = new EventNotes(agenda, ports);
        List<Event> kept = longPauseAmongShortOnes(one, one);
        Agenda later = new Agenda(new Records(16), 10);
        List<Event> ofTwo =
                longPauseAmongShortOnes(
                        later, new EventNotes(later, ports), new EventNotes(later, ports));
        assertTrue(kept.equals(ofTwo), "a message would have 200,000 events");
    }

    private List<Event> longPauseAmongShortOnes(EventNotes first, EventNotes second) {
        return longPauseAmongShortOnes(agenda, first, second);
    }

    /** Queue 3 is paused all the time in which another has more pauses than are kept. */
    private List<Event> longPauseAmongShortOnes(Agenda clock, EventNotes first, EventNotes second) {
        EventLog log = new EventLog(first == second ? List.of(first) : List.of(first, second));
        List<Event> kept = new ArrayList<>();
        long now = 1;
        clock.advanceTo(now * STEP_PICOS);
        first.add(Kind.PAUSE, 1, 3, "a:1");
        for (int i = 0; i < MOST + 5; i++) {
            clock.advanceTo(++now * STEP_PICOS);
            second.add(Kind.PAUSE, 2, 4, "b:1");
            clock.advanceTo(++now * STEP_PICOS);
            second.add(Kind.RESUME, 2, 4, "b:1");
            if (i % 1_000 == 0) {
                log.collect();
            }
        }
        clock.advanceTo(++now * STEP_PICOS);
        first.add(Kind.RESUME, 1, 3, "a:1");
        log.collect();
        kept.addAll(log.drain());
        return kept;
    }

    private static long count(List<Event> events, Kind kind) {
        return events.stream().filter(event -> event.kind() == kind).count();
    }
}
