package io.losslab.p4.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.p4.TestProgram;
import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.Environment;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.table.EntryKey.Part;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tables of all kinds find what a search through all entries finds. */
class MatchTableTest {
    private static final ActionSource NOTHING = ActionSource.of(null);

    private record Entry(TableEntry entry, List<Part> parts, int prefix, int priority) {}

    @Property(tries = 100)
    void lpmFindsTheLongestPrefix(@ForAll long seed) {
        Random random = new Random(seed);
        Table table = new Table("lpm", "exact");
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int bits = random.nextInt(129);
            BigInteger value = table.some(random, 128).shiftRight(128 - bits).shiftLeft(128 - bits);
            Part prefix = Part.prefix(value, bits, 128);
            table.put(entries, List.of(prefix, Part.exact(table.some(random, 8))), bits, 0);
        }
        table.compare(random, entries);
        for (int i = 0; i < 30; i++) {
            table.matches.remove(entries.remove(random.nextInt(entries.size())).entry());
        }
        table.compare(random, entries);
    }

    @Property(tries = 100)
    void ternaryAndRangeFindTheHighestPriority(@ForAll long seed) {
        Random random = new Random(seed);
        Table table = new Table("ternary", "range");
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            BigInteger mask = table.some(random, 128);
            int low = random.nextInt(256);
            Part range =
                    new Part(
                            BigInteger.valueOf(low),
                            BigInteger.valueOf(low + random.nextInt(256 - low)));
            table.put(entries, List.of(new Part(table.some(random, 128), mask), range), 0, 1 + i);
        }
        table.compare(random, entries);
    }

    @Property(tries = 50)
    void exactFindsTheOneEntry(@ForAll long seed, @ForAll @IntRange(max = 200) int count) {
        Random random = new Random(seed);
        Table table = new Table("exact", "exact");
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            table.put(
                    entries,
                    List.of(Part.exact(table.some(random, 128)), Part.exact(table.some(random, 8))),
                    0,
                    0);
        }
        table.compare(random, entries);
        while (entries.size() > count / 3) {
            table.matches.remove(entries.remove(random.nextInt(entries.size())).entry());
        }
        table.compare(random, entries);
    }

    @Test
    void refusesADuplicate() {
        Table table = new Table("exact", "exact");
        List<Part> key = List.of(Part.exact(BigInteger.ONE), Part.exact(BigInteger.TWO));
        EntryKey once = new EntryKey(table.matches.key(), key, 0);
        table.matches.put(once, NOTHING, 0);
        assertThrows(
                IllegalArgumentException.class,
                () -> table.matches.put(new EntryKey(table.matches.key(), key, 0), NOTHING, 0));
    }

    /** Keys: a field of 128 bits and one of 8. */
    private static final class Table {
        final MatchTable matches;
        final PacketState packet;

        Table(String wide, String narrow) {
            P4Program program =
                    new TestProgram()
                            .with(
                                    "actions",
                                    "[{'name': 'none', 'id': 0, 'runtime_data': [],"
                                            + " 'primitives': []}]")
                            .ingress(
                                    """
                                    'init_table': 'x', 'conditionals': [], 'tables': [
                                     {'name': 'x', 'id': 0, 'type': 'simple', 'key': [
                                       {'match_type': '%s', 'target': ['h', 'w'], 'mask': null},
                                       {'match_type': '%s', 'target': ['h', 'a'], 'mask': null}],
                                      'action_ids': [0], 'next_tables': {'none': null}}]
                                    """
                                            .formatted(wide, narrow))
                            .read();
            matches = program.tables().get("x");
            packet = new PacketState(program.layout(), new Environment(0));
        }

        /** Mostly small numbers, so that keys meet. */
        BigInteger some(Random random, int width) {
            return switch (random.nextInt(3)) {
                case 0 -> new BigInteger(width, random);
                case 1 -> BigInteger.valueOf(random.nextInt(4)).shiftLeft(width - 2);
                default -> BigInteger.valueOf(random.nextInt(4));
            };
        }

        void put(List<Entry> entries, List<Part> parts, int prefix, int priority) {
            EntryKey key = new EntryKey(matches.key(), parts, priority);
            if (matches.entries().stream().noneMatch(it -> it.key().equals(key))) {
                entries.add(new Entry(matches.put(key, NOTHING, 0), parts, prefix, priority));
            }
        }

        void compare(Random random, List<Entry> entries) {
            for (int i = 0; i < 100; i++) {
                BigInteger wide = some(random, 128);
                BigInteger narrow = some(random, 8);
                packet.words[packet.layout().header("h").orElseThrow().validSlot()] = 1;
                Bits.store(wide, 128, packet.words, slot("w"));
                Bits.store(narrow, 8, packet.words, slot("a"));
                Entry best = null;
                for (Entry entry : entries) {
                    boolean better =
                            best == null
                                    || entry.prefix() > best.prefix()
                                    || entry.priority() > best.priority();
                    if (better && hits(entry, 0, wide) && hits(entry, 1, narrow)) {
                        best = entry;
                    }
                }
                assertSame(best == null ? null : best.entry(), matches.find(packet));
            }
            assertEquals(entries.size(), matches.entries().size());
        }

        private int slot(String field) {
            return packet.layout().header("h").orElseThrow().field(field).orElseThrow().slot();
        }

        private boolean hits(Entry entry, int at, BigInteger value) {
            Part part = entry.parts().get(at);
            return switch (matches.key().get(at).kind()) {
                case RANGE ->
                        value.compareTo(part.value()) >= 0 && value.compareTo(part.mask()) <= 0;
                default -> value.and(part.mask()).equals(part.value().and(part.mask()));
            };
        }
    }
}
