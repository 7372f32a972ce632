package io.losslab.softswitch.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class CanonicalBitsTest {
    @Property
    void whatIsWrittenReadsTheSame(@ForAll @LongRange(min = 0) long value) throws Refusal {
        assertEquals(value, CanonicalBits.read(CanonicalBits.write(value), 63, "value"));
    }

    @Property
    void aValueFitsExactlyFromItsOwnWidthOn(
            @ForAll @LongRange(min = 1) long value, @ForAll @IntRange(min = 1, max = 63) int width)
            throws Refusal {
        boolean fits = Long.SIZE - Long.numberOfLeadingZeros(value) <= width;
        ByteString bytes = CanonicalBits.write(value);
        if (fits) {
            assertEquals(value, CanonicalBits.read(bytes, width, "value"));
        } else {
            assertThrows(Refusal.class, () -> CanonicalBits.read(bytes, width, "value"));
        }
    }

    @Property
    void aLongerFormIsRefused(@ForAll @LongRange(min = 0) long value) {
        ByteString longer = ByteString.copyFrom(new byte[] {0}).concat(CanonicalBits.write(value));
        Refusal refusal =
                assertThrows(Refusal.class, () -> CanonicalBits.read(longer, 63, "value"));
        assertTrue(refusal.getMessage().contains("leading zero bytes"), refusal.getMessage());
    }
}
