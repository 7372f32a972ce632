package io.losslab.driver.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.proto.p4.config.v1.P4Info;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ForwardProgramTest {
    private static final ForwardProgram PROGRAM = ForwardProgram.load();

    @Property
    void aRouteDecodesToItself(
            @ForAll int address,
            @ForAll @IntRange(max = 32) int prefixBits,
            @ForAll @Size(min = 1, max = 16) List<@IntRange(min = 1, max = 511) Integer> ports) {
        int ipv4 = prefixBits == 0 ? 0 : address & (int) (0xffff_ffff_0000_0000L >>> prefixBits);
        Route route = new Route(ipv4, prefixBits, ports);
        assertEquals(route, PROGRAM.decode(PROGRAM.encode(route)));
    }

    @Test
    void valuesAreCanonical() {
        var entry = PROGRAM.encode(Route.toHost(0x000a0001, List.of(1)));
        assertEquals(3, entry.getMatch(0).getLpm().getValue().size());
        assertEquals(0, PROGRAM.encode(new Route(0, 0, List.of(1))).getMatchCount());
    }

    @Test
    void aPortBeyondTheProgramsWidthIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> PROGRAM.encode(Route.toHost(1, List.of(512))));
        assertThrows(IllegalArgumentException.class, () -> new Route(0x0a000001, 24, List.of(1)));
        assertThrows(IllegalArgumentException.class, () -> Route.toHost(1, List.of()));
    }

    /** The P4Info is written by hand: its ids, names and sizes must be those of the source. */
    @Test
    void theP4InfoSpeaksOfTheSource() throws IOException {
        String source = Files.readString(Path.of("src/main/p4/forward_v1model.p4"));
        P4Info info = PROGRAM.p4Info();
        for (var preamble :
                List.of(
                        info.getTables(0).getPreamble(),
                        info.getActions(1).getPreamble(),
                        info.getActionProfiles(0).getPreamble(),
                        info.getCounters(0).getPreamble(),
                        info.getCounters(1).getPreamble(),
                        info.getControllerPacketMetadata(0).getPreamble(),
                        info.getControllerPacketMetadata(1).getPreamble(),
                        info.getDigests(0).getPreamble())) {
            String name = preamble.getName().substring(preamble.getName().indexOf('.') + 1);
            String declaration =
                    "(?s).*@id\\(0x%08x\\)[^;{]*\\b%s\\b.*".formatted(preamble.getId(), name);
            assertTrue(source.matches(declaration), "%s is not in the source".formatted(preamble));
        }
        assertTrue(source.contains("ROUTES = " + info.getTables(0).getSize()));
        assertTrue(source.contains("ECMP_PLACES = " + info.getActionProfiles(0).getSize()));
        assertTrue(
                source.contains(
                        "@max_group_size(%d)"
                                .formatted(info.getActionProfiles(0).getMaxGroupSize())));
        assertTrue(source.contains("PORT_CELLS = " + info.getCounters(0).getSize()));
        assertTrue(
                source.contains(
                        "bit<%d> port".formatted(info.getActions(1).getParams(0).getBitwidth())));
    }
}
