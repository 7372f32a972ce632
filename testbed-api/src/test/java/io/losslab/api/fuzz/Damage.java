package io.losslab.api.fuzz;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/** Ways to damage an input; each returns a new one. */
enum Damage {
    FLIPPED_BIT {
        @Override
        byte[] apply(byte[] input, List<byte[]> valid, SplittableRandom random) {
            byte[] copy = input.clone();
            if (copy.length > 0) {
                copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
            }
            return copy;
        }
    },
    OTHER_BYTE {
        @Override
        byte[] apply(byte[] input, List<byte[]> valid, SplittableRandom random) {
            byte[] copy = input.clone();
            if (copy.length > 0) {
                copy[random.nextInt(copy.length)] = octet(random);
            }
            return copy;
        }
    },
    OTHER_NUMBER {
        @Override
        byte[] apply(byte[] input, List<byte[]> valid, SplittableRandom random) {
            byte[] copy = input.clone();
            int bytes = 1 << random.nextInt(4);
            if (copy.length >= bytes) {
                int at = random.nextInt(copy.length - bytes + 1);
                byte fill = octet(random);
                for (int i = at; i < at + bytes; i++) {
                    copy[i] = fill;
                }
            }
            return copy;
        }
    },
    CUT {
        @Override
        byte[] apply(byte[] input, List<byte[]> valid, SplittableRandom random) {
            return java.util.Arrays.copyOf(input, random.nextInt(input.length + 1));
        }
    },
    WITHOUT_A_PIECE {
        @Override
        byte[] apply(byte[] input, List<byte[]> valid, SplittableRandom random) {
            int from = random.nextInt(input.length + 1);
            int to = Math.min(input.length, from + 1 + random.nextInt(16));
            return joined(input, 0, from, input, to, input.length);
        }
    },
    WITH_A_PIECE_TWICE {
        @Override
        byte[] apply(byte[] input, List<byte[]> valid, SplittableRandom random) {
            int from = random.nextInt(input.length + 1);
            int to = Math.min(input.length, from + 1 + random.nextInt(16));
            return joined(input, 0, to, input, from, input.length);
        }
    },
    WITH_MORE {
        @Override
        byte[] apply(byte[] input, List<byte[]> valid, SplittableRandom random) {
            byte[] more = new byte[1 + random.nextInt(8)];
            random.nextBytes(more);
            int at = random.nextInt(input.length + 1);
            byte[] begun = joined(input, 0, at, more, 0, more.length);
            return joined(begun, 0, begun.length, input, at, input.length);
        }
    },
    MIXED_WITH_ANOTHER {
        @Override
        byte[] apply(byte[] input, List<byte[]> valid, SplittableRandom random) {
            byte[] other = valid.get(random.nextInt(valid.size()));
            int to = random.nextInt(input.length + 1);
            return joined(input, 0, to, other, random.nextInt(other.length + 1), other.length);
        }
    };

    private static final Damage[] ALL = values();

    /** Octets at which something often changes: numbers' ends, and what texts are made of. */
    private static final byte[] TELLING =
            "\0\u0001\u007f \n\t\"'{}[]<>:,.-+eE0159\\/#"
                    .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);

    static Damage any(SplittableRandom random) {
        return ALL[random.nextInt(ALL.length)];
    }

    /** Damages an input. */
    abstract byte[] apply(byte[] input, List<byte[]> valid, SplittableRandom random);

    private static byte octet(SplittableRandom random) {
        int kind = random.nextInt(4);
        if (kind == 0) {
            return (byte) random.nextInt(256);
        }
        return kind == 1
                ? (byte) (0x7F + random.nextInt(2) * 0x80)
                : TELLING[random.nextInt(TELLING.length)];
    }

    private static byte[] joined(byte[] a, int from, int to, byte[] b, int begin, int end) {
        return ByteBuffer.allocate(to - from + end - begin)
                .put(a, from, to - from)
                .put(b, begin, end - begin)
                .array();
    }
}
