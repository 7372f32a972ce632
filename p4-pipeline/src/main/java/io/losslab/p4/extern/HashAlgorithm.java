package io.losslab.p4.extern;

import io.losslab.p4.packet.Environment;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** A hash of bytes, as v1model names them. */
@FunctionalInterface
public interface HashAlgorithm {
    /** By name; each program has its own. */
    Map<String, Supplier<HashAlgorithm>> ALL =
            Map.ofEntries(
                    Map.entry("crc16", () -> crc(16, 0x8005, 0, 0, true)),
                    Map.entry("crc16_custom", () -> crc(16, 0x8005, 0, 0, true)),
                    Map.entry("crcCCITT", () -> crc(16, 0x1021, 0xffff, 0, false)),
                    Map.entry("crc8_custom", () -> crc(8, 0x07, 0, 0, false)),
                    Map.entry("crc32", HashAlgorithm::crc32),
                    Map.entry("crc32_custom", HashAlgorithm::crc32),
                    Map.entry("crc64_custom", () -> crc(64, 0x1b, 0, 0, true)),
                    Map.entry("csum16", () -> (bytes, length, any) -> internetSum(bytes, length)),
                    Map.entry("cksum16", () -> (bytes, length, any) -> internetSum(bytes, length)),
                    Map.entry("xor16", () -> (bytes, length, any) -> xor(bytes, length, 2)),
                    Map.entry("xor32", () -> (bytes, length, any) -> xor(bytes, length, 4)),
                    Map.entry("identity", () -> (bytes, length, any) -> first(bytes, length)),
                    Map.entry("random", () -> (bytes, length, any) -> any.random(0, 0xffff_ffffL)),
                    Map.entry("round_robin", RoundRobin::new));

    /** The hash of the first {@code length} bytes, without sign. */
    long of(byte[] bytes, int length, Environment environment);

    /** An algorithm by its name. */
    static Optional<HashAlgorithm> named(String name) {
        return Optional.ofNullable(ALL.get(name)).map(Supplier::get);
    }

    static Set<String> names() {
        return new TreeSet<>(ALL.keySet());
    }

    private static HashAlgorithm crc32() {
        return crc(32, 0x04c1_1db7L, 0xffff_ffffL, 0xffff_ffffL, true);
    }

    private static HashAlgorithm crc(
            int width, long polynomial, long initial, long finalXor, boolean reflected) {
        Crc crc = new Crc(width, polynomial, initial, finalXor, reflected);
        return (bytes, length, any) -> crc.of(bytes, length);
    }

    /** RFC 1071. */
    private static long internetSum(byte[] bytes, int length) {
        long sum = 0;
        for (int i = 0; i < length; i++) {
            sum += (i & 1) == 0 ? (bytes[i] & 0xff) << 8 : bytes[i] & 0xff;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return ~sum & 0xffff;
    }

    /** Of groups of bytes, the last filled up with zeros. */
    private static long xor(byte[] bytes, int length, int group) {
        long sum = 0;
        for (int i = 0; i < length; i++) {
            sum ^= (bytes[i] & 0xffL) << 8 * (group - 1 - i % group);
        }
        return sum;
    }

    private static long first(byte[] bytes, int length) {
        long value = 0;
        for (int i = 0; i < Math.min(8, length); i++) {
            value = value << 8 | bytes[i] & 0xff;
        }
        return value;
    }

    /** Counts its calls. */
    final class RoundRobin implements HashAlgorithm {
        private long next;

        @Override
        public long of(byte[] bytes, int length, Environment environment) {
            return next++;
        }
    }
}
