package io.losslab.api.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Gives a decoder malformed inputs: arbitrary bytes, and valid inputs damaged. An input follows
 * from its number alone, so that one that fails can be tried again. In a build, as many as a test
 * says; {@code -Dlosslab.fuzz=1000000} tries so many, {@code -Dlosslab.fuzz.from=N} begins with
 * number N.
 */
public final class Fuzz {
    /** A decoder and what must hold of it. */
    @FunctionalInterface
    public interface Check {
        /**
         * Decodes an input.
         *
         * @throws Exception which is a failure, as any error is
         */
        void accept(byte[] input) throws Exception;
    }

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LONGEST_SHOWN_BYTES = 2_000;

    private final List<byte[]> valid = new ArrayList<>();
    private int longestBytes = 256;
    private long mostAllocatedBytes = Long.MAX_VALUE;

    /** Inputs as they are meant, to be damaged; they are tried as they are, too. */
    public Fuzz valid(byte[]... inputs) {
        valid.addAll(List.of(inputs));
        return this;
    }

    /** Texts as they are meant. */
    public Fuzz valid(String... texts) {
        for (String text : texts) {
            valid.add(text.getBytes(StandardCharsets.UTF_8));
        }
        return this;
    }

    /** Most bytes of an arbitrary input; damaged ones may get longer. */
    public Fuzz upTo(int bytes) {
        longestBytes = bytes;
        return this;
    }

    /** What a decoder may allocate for one input, however damaged. */
    public Fuzz allocatingAtMost(long bytes) {
        mostAllocatedBytes = bytes;
        return this;
    }

    /**
     * Tries all valid inputs and so many others.
     *
     * @throws AssertionError which names the input that failed and its number
     */
    public void run(int tries, Check check) {
        // What is allocated once, for classes and tables, is no input's.
        for (int round = 0; round < 3; round++) {
            for (byte[] input : valid) {
                run(-1, input.clone(), check, Long.MAX_VALUE);
            }
        }
        int count = Integer.getInteger("losslab.fuzz", tries);
        int from = Integer.getInteger("losslab.fuzz.from", 0);
        for (int number = from; number < from + count; number++) {
            run(number, input(number), check, mostAllocatedBytes);
        }
    }

    /** An input by its number. */
    byte[] input(int number) {
        SplittableRandom random = new SplittableRandom(number);
        // Their first draws are alike where seeds are.
        random.nextLong();
        if (valid.isEmpty() || random.nextInt(4) == 0) {
            byte[] bytes = new byte[random.nextInt(longestBytes + 1)];
            random.nextBytes(bytes);
            return bytes;
        }
        byte[] bytes = valid.get(random.nextInt(valid.size()));
        for (int i = random.nextInt(4); i >= 0; i--) {
            bytes = Damage.any(random).apply(bytes, valid, random);
        }
        return bytes;
    }

    private static void run(int number, byte[] input, Check check, long mostBytes) {
        byte[] shown = input.clone();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            check.accept(input);
        } catch (Exception | Error e) {
            throw new AssertionError(describe(number, shown) + ": " + e, e);
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (allocated > mostBytes) {
            throw new AssertionError(
                    String.format(
                            Locale.ROOT,
                            "%s: %,d B allocated, at most %,d B expected",
                            describe(number, shown),
                            allocated,
                            mostBytes));
        }
    }

    private static String describe(int number, byte[] input) {
        byte[] head = java.util.Arrays.copyOf(input, Math.min(input.length, LONGEST_SHOWN_BYTES));
        String text = new String(head, StandardCharsets.UTF_8);
        boolean readable = text.chars().allMatch(c -> c >= ' ' && c < 0x7F || c == '\n');
        return "input %d of %d B, %s"
                .formatted(
                        number,
                        input.length,
                        readable ? "'" + text + "'" : HexFormat.of().formatHex(head));
    }
}
