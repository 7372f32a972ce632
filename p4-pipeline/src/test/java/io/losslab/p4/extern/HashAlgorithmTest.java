package io.losslab.p4.extern;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.p4.packet.Environment;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HashAlgorithmTest {
    /** The check string of CRC catalogues. */
    private static final byte[] DIGITS = "123456789".getBytes(StandardCharsets.US_ASCII);

    @Test
    void checksumsAreThoseOfTheCatalogue() {
        assertEquals(0xbb3d, of("crc16", DIGITS));
        assertEquals(0xcbf4_3926L, of("crc32", DIGITS));
        assertEquals(0x29b1, of("crcCCITT", DIGITS));
        assertEquals(0xf4, of("crc8_custom", DIGITS));
    }

    @Test
    void internetChecksumIsThatOfRfc1071() {
        assertEquals(0x220d, of("csum16", HexFormat.of().parseHex("0001f203f4f5f6f7")));
        assertEquals(0xfeff, of("csum16", new byte[] {1}));
    }

    @Test
    void othersFoldOrCopy() {
        byte[] bytes = HexFormat.of().parseHex("0102030405");
        assertEquals(0x0102 ^ 0x0304 ^ 0x0500, of("xor16", bytes));
        assertEquals(0x01020304 ^ 0x05000000, of("xor32", bytes));
        assertEquals(0x0102030405L, of("identity", bytes));
    }

    private static long of(String name, byte[] bytes) {
        return HashAlgorithm.named(name).orElseThrow().of(bytes, bytes.length, new Environment(0));
    }
}
