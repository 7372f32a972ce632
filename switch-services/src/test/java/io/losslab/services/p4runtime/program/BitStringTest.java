package io.losslab.services.p4runtime.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BitStringTest {
    @Property
    void whatIsWrittenReadsTheSameWithAnyNumberOfLeadingZeros(
            @ForAll @LongRange(min = 0) long value, @ForAll @IntRange(max = 5) int zeros)
            throws Refusal {
        ByteString canonical = BitString.of(value);
        ByteString longer = ByteString.copyFrom(new byte[zeros]).concat(canonical);
        assertEquals(canonical, unsigned(longer, 63));
        assertEquals(value, BitString.toLong(canonical));
    }

    @Property
    void aValueFitsItsWidthOrIsOutOfRange(
            @ForAll @LongRange(min = 0) long value, @ForAll @IntRange(min = 1, max = 63) int width)
            throws Refusal {
        ByteString bytes = BitString.of(value);
        if (value >>> width == 0) {
            assertEquals(bytes, unsigned(bytes, width));
        } else {
            Refusal refusal = assertThrows(Refusal.class, () -> unsigned(bytes, width));
            assertEquals(Code.OUT_OF_RANGE, refusal.code());
        }
    }

    /** Against the arithmetic of BigInteger. */
    @Property
    void signedValuesAreTwosComplement(
            @ForAll long value, @ForAll @IntRange(min = 1, max = 64) int width) throws Refusal {
        BigInteger number = BigInteger.valueOf(value);
        boolean fits =
                number.compareTo(BigInteger.TWO.pow(width - 1).negate()) >= 0
                        && number.compareTo(BigInteger.TWO.pow(width - 1)) < 0;
        ByteString bytes = ByteString.copyFrom(number.toByteArray());
        if (fits) {
            assertEquals(bytes, BitString.signed(bytes, width, "value"));
        } else {
            assertThrows(Refusal.class, () -> BitString.signed(bytes, width, "value"));
        }
    }

    /** P4Runtime specification 1.5, the tables of valid and invalid encodings. */
    @Test
    void theSpecificationsExamplesHold() throws Refusal {
        assertEquals(bytes(0x63), unsigned(bytes(0x00, 0x63), 16));
        assertEquals(bytes(0x63), unsigned(bytes(0x00, 0x00, 0x63), 12));
        assertEquals(bytes(0x30, 0x64), unsigned(bytes(0x00, 0x30, 0x64), 16));
        assertEquals(bytes(0x9d), signed(bytes(0xff, 0x9d), 8));
        assertEquals(bytes(0xfd, 0x1d), signed(bytes(0xfd, 0x1d), 12));
        assertEquals(bytes(0x00), signed(bytes(0x00, 0x00), 16));
        assertThrows(Refusal.class, () -> unsigned(bytes(0x01, 0x63), 8));
        assertThrows(Refusal.class, () -> unsigned(bytes(), 8));
        assertThrows(Refusal.class, () -> unsigned(bytes(0x10, 0x63), 12));
        assertThrows(Refusal.class, () -> unsigned(bytes(0x00, 0x40, 0x63), 12));
        assertThrows(Refusal.class, () -> signed(bytes(0x00, 0x9d), 8));
        assertThrows(Refusal.class, () -> signed(bytes(0x8d, 0x1d), 12));
    }

    @Property
    void bitsOutsideAMaskAreFound(
            @ForAll @LongRange(min = 0) long value, @ForAll @LongRange(min = 0) long mask) {
        assertEquals(
                (value & ~mask) != 0,
                BitString.exceedsMask(BitString.of(value), BitString.of(mask)));
        assertEquals(
                Long.compare(value, mask),
                Integer.signum(BitString.compare(BitString.of(value), BitString.of(mask))));
    }

    @Property
    void allOnesIsAFullWidth(@ForAll @IntRange(min = 1, max = 62) int width) {
        assertTrue(BitString.isAllOnes(BitString.of((1L << width) - 1), width));
        assertFalse(BitString.isAllOnes(BitString.of((1L << width) - 2), width));
        assertFalse(BitString.isAllOnes(BitString.of(1L << width), width + 1));
    }

    private static ByteString unsigned(ByteString bytes, int width) throws Refusal {
        return BitString.unsigned(bytes, width, "value");
    }

    private static ByteString signed(ByteString bytes, int width) throws Refusal {
        return BitString.signed(bytes, width, "value");
    }

    private static ByteString bytes(int... octets) {
        byte[] bytes = new byte[octets.length];
        for (int i = 0; i < octets.length; i++) {
            bytes[i] = (byte) octets[i];
        }
        return ByteString.copyFrom(bytes);
    }
}
