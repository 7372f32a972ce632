package io.losslab.p4.extern;

import io.losslab.p4.packet.Bits;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * A register: cells of one width, zero at first. A switch can fill the cells of one by itself, and
 * be told of what is written to them.
 */
public final class RegisterArray {
    /** What the switch has in a cell. */
    @FunctionalInterface
    public interface Source {
        long valueOf(int index);
    }

    /** Hears of a cell that was written. */
    @FunctionalInterface
    public interface Listener {
        void written(int index, long value);
    }

    private final String name;
    private final int size;
    private final int widthBits;
    private final int stride;
    private final long[] words;

    /** Null where the cells hold what was written. */
    private Source source;

    /** Null where there is none. */
    private Listener listener;

    public RegisterArray(String name, int size, int widthBits) {
        this.name = name;
        this.size = size;
        this.widthBits = widthBits;
        this.stride = Bits.words(widthBits);
        this.words = new long[Math.multiplyExact(size, stride)];
    }

    /** Another with the same values. */
    public RegisterArray copy() {
        RegisterArray copy = new RegisterArray(name, size, widthBits);
        System.arraycopy(words, 0, copy.words, 0, words.length);
        if (source != null) {
            for (int index = 0; index < size; index++) {
                copy.set(index, low(index));
            }
        }
        return copy;
    }

    /** Has the switch say what is in the cells, in place of what is written to them. */
    public void fillFrom(Source switched) {
        source = switched;
    }

    /** Has the switch hear of every cell that is written. */
    public void tell(Listener switched) {
        listener = switched;
    }

    public String name() {
        return name;
    }

    public int size() {
        return size;
    }

    public int widthBits() {
        return widthBits;
    }

    /** Whether there is a cell of this index. */
    public boolean has(long index) {
        return index >= 0 && index < size;
    }

    /** The low 64 bits of a cell. */
    public long low(int index) {
        return source == null
                ? words[index * stride]
                : source.valueOf(index) & Bits.mask(widthBits);
    }

    /** Sets the low 64 bits of a cell, and the others to zero. */
    public void set(int index, long value) {
        Arrays.fill(words, index * stride + 1, (index + 1) * stride, 0);
        words[index * stride] = value & Bits.mask(widthBits);
        if (listener != null) {
            listener.written(index, words[index * stride]);
        }
    }

    public BigInteger get(int index) {
        if (source != null) {
            return BigInteger.valueOf(low(index));
        }
        return Bits.load(words, index * stride, widthBits);
    }

    public void set(int index, BigInteger value) {
        Bits.store(value, widthBits, words, index * stride);
        if (listener != null) {
            listener.written(index, words[index * stride]);
        }
    }
}
