package io.losslab.driver.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.config.v1.Action;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.TableEntry;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ForwardProgramTest {
    private static final ForwardProgram PROGRAM = ForwardProgram.load();

    @Property
    void aRouteIsItsKeyAndAMemberForEachPort(
            @ForAll @IntRange(max = 255) int logicalSwitch,
            @ForAll int address,
            @ForAll @IntRange(max = 32) int prefixBits,
            @ForAll @Size(min = 1, max = 16) List<@IntRange(min = 1, max = 511) Integer> ports) {
        int ipv4 = prefixBits == 0 ? 0 : address & (int) (0xffff_ffff_0000_0000L >>> prefixBits);
        TableEntry entry = PROGRAM.encode(new Route(logicalSwitch, ipv4, prefixBits, ports));
        List<FieldMatch> key = new ArrayList<>(entry.getMatchList());
        FieldMatch ofSwitch = key.remove(key.size() - 1);
        assertEquals(logicalSwitch, number(ofSwitch.getExact().getValue()));
        assertEquals(prefixBits == 0 ? 0 : 1, key.size());
        for (FieldMatch match : key) {
            assertEquals(ipv4, (int) number(match.getLpm().getValue()));
            assertEquals(prefixBits, match.getLpm().getPrefixLen());
        }
        assertEquals(
                ports,
                entry.getAction().getActionProfileActionSet().getActionProfileActionsList().stream()
                        .peek(member -> assertEquals(1, member.getWeight()))
                        .map(member -> (int) number(member.getAction().getParams(0).getValue()))
                        .toList());
    }

    @Test
    void valuesAreCanonical() {
        var entry = PROGRAM.encode(new Route(0x000a0001, 32, List.of(1)));
        assertEquals(3, entry.getMatch(0).getLpm().getValue().size());
        assertEquals(1, PROGRAM.encode(new Route(0, 0, List.of(1))).getMatchCount());
    }

    @Test
    void aPortBeyondTheProgramsWidthIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> PROGRAM.encode(new Route(1, 32, List.of(512))));
        assertThrows(IllegalArgumentException.class, () -> new Route(0x0a000001, 24, List.of(1)));
        assertThrows(IllegalArgumentException.class, () -> new Route(1, 32, List.of()));
    }

    @Test
    void aPortIsMadePartOfALogicalSwitch() {
        TableEntry entry = PROGRAM.assign(300, 7);
        assertEquals(
                table(PROGRAM.p4Info(), "ingress.port_to_switch").getPreamble().getId(),
                entry.getTableId());
        assertEquals(
                ByteString.copyFrom(new byte[] {1, 44}), entry.getMatch(0).getExact().getValue());
        assertEquals(
                ByteString.copyFrom(new byte[] {7}),
                entry.getAction().getAction().getParams(0).getValue());
    }

    @Test
    void aProgramWithoutLogicalSwitchesTakesRoutesOfNone() {
        P4Info.Builder info = PROGRAM.p4Info().toBuilder().removeTables(0);
        info.getTablesBuilder(0).removeMatchFields(1);
        ForwardProgram plain = ForwardProgram.of(info.build());
        Route route = new Route(0x0a000001, 32, List.of(1));
        assertEquals(1, plain.encode(route).getMatchCount());
        assertThrows(
                IllegalArgumentException.class,
                () -> plain.encode(new Route(1, 0x0a000001, 32, List.of(1))));
        assertThrows(NoSuchElementException.class, () -> plain.assign(1, 1));
    }

    /** The P4Info is written by hand: its ids, names and sizes must be those of the source. */
    @Test
    void theP4InfoSpeaksOfTheSource() throws IOException {
        String source =
                Files.readString(Path.of("src/main/resources/losslab/p4/forward_v1model.p4"));
        P4Info info = PROGRAM.p4Info();
        List<Preamble> preambles = new ArrayList<>();
        info.getTablesList().forEach(it -> preambles.add(it.getPreamble()));
        info.getActionsList().stream()
                .map(Action::getPreamble)
                .filter(it -> !it.getName().equals("NoAction"))
                .forEach(preambles::add);
        info.getActionProfilesList().forEach(it -> preambles.add(it.getPreamble()));
        info.getCountersList().forEach(it -> preambles.add(it.getPreamble()));
        info.getControllerPacketMetadataList().forEach(it -> preambles.add(it.getPreamble()));
        info.getDigestsList().forEach(it -> preambles.add(it.getPreamble()));
        for (Preamble preamble : preambles) {
            String name = preamble.getName().substring(preamble.getName().indexOf('.') + 1);
            String declaration =
                    "(?s).*@id\\(0x%08x\\)[^;{]*\\b%s\\b.*".formatted(preamble.getId(), name);
            assertTrue(source.matches(declaration), "%s is not in the source".formatted(preamble));
        }
        assertEquals(10, preambles.size());
        assertTrue(source.contains("ROUTES = " + table(info, "ingress.routes").getSize()));
        assertTrue(source.contains("ECMP_PLACES = " + info.getActionProfiles(0).getSize()));
        assertTrue(
                source.contains(
                        "@max_group_size(%d)"
                                .formatted(info.getActionProfiles(0).getMaxGroupSize())));
        assertTrue(source.contains("PORT_CELLS = " + info.getCounters(0).getSize()));
        for (Action action : info.getActionsList()) {
            for (Action.Param param : action.getParamsList()) {
                String declared = "bit<%d> %s".formatted(param.getBitwidth(), param.getName());
                assertTrue(source.contains(declared), declared);
            }
        }
    }

    private static long number(ByteString value) {
        return new BigInteger(1, value.toByteArray()).longValue();
    }

    private static Table table(P4Info info, String name) {
        return info.getTablesList().stream()
                .filter(it -> it.getPreamble().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
