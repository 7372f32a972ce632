package io.losslab.p4.extern;

import io.losslab.p4.packet.Bits;
import java.math.BigInteger;
import java.util.Arrays;

/** A register: cells of one width, zero at first. */
public final class RegisterArray {
    private final String name;
    private final int size;
    private final int widthBits;
    private final int stride;
    private final long[] words;

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
        return copy;
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
        return words[index * stride];
    }

    /** Sets the low 64 bits of a cell, and the others to zero. */
    public void set(int index, long value) {
        Arrays.fill(words, index * stride + 1, (index + 1) * stride, 0);
        words[index * stride] = value & Bits.mask(widthBits);
    }

    public BigInteger get(int index) {
        return Bits.load(words, index * stride, widthBits);
    }

    public void set(int index, BigInteger value) {
        Bits.store(value, widthBits, words, index * stride);
    }
}
