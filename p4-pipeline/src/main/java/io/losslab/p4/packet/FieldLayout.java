package io.losslab.p4.packet;

/**
 * Where a field of a header instance lies.
 *
 * @param header index of the instance
 * @param name within the header
 * @param slot first of its words; of a field of variable length the word with its length in bits
 * @param widthBits 0 where the length varies
 * @param signed two's complement; one word then holds the value with its sign
 * @param saturating whether a value too large becomes the largest instead of being cut
 * @param bytesAt where the bytes of a field of variable length lie; -1 for others
 */
public record FieldLayout(
        int header,
        String name,
        int slot,
        int widthBits,
        boolean signed,
        boolean saturating,
        int bytesAt) {

    public boolean isVariable() {
        return bytesAt >= 0;
    }

    /** Whether it takes one word. */
    public boolean isNarrow() {
        return widthBits <= 64;
    }

    public int words() {
        return Bits.words(widthBits);
    }
}
