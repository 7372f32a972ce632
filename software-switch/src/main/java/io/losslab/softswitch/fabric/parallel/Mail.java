package io.losslab.softswitch.fabric.parallel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one part of a fabric hands to another, word by word: written by the one before a barrier and
 * read by the other after it.
 */
public final class Mail {
    private long[] words = new long[256];
    private int end;
    private int position;
    private final List<byte[]> frames = new ArrayList<>();
    private int frame;

    /** Empty ones, by box (of two), from and to which part. */
    public static Mail[][][] boxes(int parts) {
        Mail[][][] boxes = new Mail[2][parts][parts];
        for (Mail[][] box : boxes) {
            for (Mail[] from : box) {
                Arrays.setAll(from, to -> new Mail());
            }
        }
        return boxes;
    }

    /** Forgets what was in it. */
    public void clear() {
        end = 0;
        position = 0;
        frame = 0;
        frames.clear();
    }

    public void put(long word) {
        if (end == words.length) {
            words = Arrays.copyOf(words, 2 * end);
        }
        words[end++] = word;
    }

    /** Puts bytes, which must not change any more. */
    public void putFrame(byte[] bytes) {
        frames.add(bytes);
    }

    /** Whether there is more to take. */
    public boolean hasMore() {
        return position < end;
    }

    public long take() {
        return words[position++];
    }

    public byte[] takeFrame() {
        return frames.get(frame++);
    }
}
