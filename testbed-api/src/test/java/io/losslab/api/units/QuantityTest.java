package io.losslab.api.units;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

    @Property
    void readsBackWhatItPrints(@ForAll @LongRange(min = 0) long value) {
        assertEquals(value, Nanos.parse(new Nanos(value).toString()).nanos());
        assertEquals(value, DataSize.parse(new DataSize(value).toString()).bytes());
    }

    private static String suggestion(Runnable parse) {
        return assertThrows(UnitFormatException.class, parse::run).suggestion();
    }
}
