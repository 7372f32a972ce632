package io.losslab.api.units;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class QuantityTest {
    @Test
    void printsInTheLargestUnitThatGivesOneOrMore() {
        assertEquals("500ns", new Nanos(500).toString());
        assertEquals("10us", new Nanos(10_000).toString());
        assertEquals("402.346us", new Nanos(402_346).toString());
        assertEquals("0ns", new Nanos(0).toString());
        assertEquals("9.72MB", new DataSize(9_720_000).toString());
        assertEquals("80km", new FiberLength(80_000_000).toString());
        assertEquals("100Gbps", new DataRate(100_000_000_000L).toString());
    }

    @Test
    void suggestsTheUnitThatWasMeant() {
        assertEquals("80km", suggestion(() -> FiberLength.parse("80kmm")));
        assertEquals("100Gbps", suggestion(() -> DataRate.parse("100Gbs")));
        assertEquals("100Gbps", suggestion(() -> DataRate.parse("100gbps")));
        assertEquals("64MB", suggestion(() -> DataSize.parse("64")));
        assertEquals("", suggestion(() -> DataSize.parse("much")));
    }

    @Test
    void suggestsNoOtherMultipleOfTheSameUnit() {
        for (String length : List.of("10cm", "1.5mm", "7nm", "3dm", "80mi")) {
            assertEquals("", suggestion(() -> FiberLength.parse(length)), length);
        }
        for (String size : List.of("9000000TB", "1PB", "2TiB")) {
            assertEquals("", suggestion(() -> DataSize.parse(size)), size);
        }
        assertEquals("", suggestion(() -> Nanos.parse("5ps")));
        assertEquals("", suggestion(() -> DataRate.parse("1Pbps")));
    }

    @Property
    void readsBackWhatItPrints(@ForAll @LongRange(min = 0) long value) {
        assertEquals(value, Nanos.parse(new Nanos(value).toString()).nanos());
        assertEquals(value, DataSize.parse(new DataSize(value).toString()).bytes());
    }

    @Test
    void numbersBeyondAllMeasureAreRefusedAtOnce() {
        for (String number :
                List.of(
                        "1e99999999999",
                        "1e400000000",
                        "1e100",
                        "9".repeat(500_000),
                        "1e19",
                        "1e" + "0".repeat(500_000) + "!")) {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(5),
                    () ->
                            assertThrows(
                                    UnitFormatException.class, () -> DataSize.parse(number + "B")));
        }
        assertEquals(new DataSize(1_000_000_000), DataSize.parse("1e0003MB"));
    }

    @Test
    void aFibreIsAtMostAMillionKilometresLong() {
        assertEquals(5_000_000_000L, FiberLength.parse("1000000km").delay().nanos());
        UnitFormatException tooLong =
                assertThrows(UnitFormatException.class, () -> FiberLength.parse("2000000000000km"));
        assertEquals("a length such as 80km or 3m, at most 1000000km", tooLong.expected());
        assertThrows(IllegalArgumentException.class, () -> new FiberLength(Long.MAX_VALUE));
    }

    private static String suggestion(Runnable parse) {
        return assertThrows(UnitFormatException.class, parse::run).suggestion();
    }
}
