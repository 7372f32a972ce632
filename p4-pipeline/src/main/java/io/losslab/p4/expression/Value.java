package io.losslab.p4.expression;

import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.PacketState;
import java.math.BigInteger;
import java.util.Optional;

/**
 * A number that depends on a packet.
 *
 * <p>{@link #low} gives its low 64 bits, which is the number itself where its bounds fit; {@link
 * #exact} gives all of it and may allocate. A value that can be assigned to has a {@link #place}.
 */
public final class Value implements Expression {
    /** The low 64 bits of a number, two's complement. */
    @FunctionalInterface
    public interface Low {
        long of(PacketState packet);
    }

    /** A number of any size. */
    @FunctionalInterface
    public interface Exact {
        BigInteger of(PacketState packet);
    }

    /** A field that is found for each packet; null where it is outside of its stack. */
    @FunctionalInterface
    public interface Place {
        FieldLayout of(PacketState packet);
    }

    private final Range range;
    private final Low low;
    private final Exact exact;
    private final FieldLayout field;
    private final Place place;

    private Value(Range range, Low low, Exact exact, FieldLayout field, Place place) {
        this.range = range;
        this.low = low;
        this.exact = exact;
        this.field = field;
        this.place = place;
    }

    /** A number whose bounds fit 64 bits. */
    static Value narrow(Range range, Low low) {
        return new Value(range, low, exactOf(range, low), null, null);
    }

    /** A number whose bounds may fit 64 bits. */
    static Value of(Range range, Low low, Exact exact) {
        return range.fitsSigned() || range.fitsUnsigned()
                ? narrow(range, low)
                : new Value(range, low, exact, null, null);
    }

    public static Value constant(BigInteger value) {
        long low = value.longValue();
        return new Value(Range.of(value), packet -> low, packet -> value, null, null);
    }

    /** A field of a known header. */
    public static Value of(FieldLayout field) {
        Range range = rangeOf(field);
        int slot = field.slot();
        Low low = packet -> packet.words[slot];
        Exact exact = field.isNarrow() ? exactOf(range, low) : packet -> loadWide(packet, field);
        return new Value(range, low, exact, field, packet -> field);
    }

    /** A field of a header that is found for each packet; {@code shape} is one such field. */
    static Value of(FieldLayout shape, Place place) {
        Range range = rangeOf(shape);
        Low low =
                packet -> {
                    FieldLayout found = place.of(packet);
                    return found == null ? 0 : packet.words[found.slot()];
                };
        Exact wide =
                packet -> {
                    FieldLayout found = place.of(packet);
                    return found == null ? BigInteger.ZERO : loadWide(packet, found);
                };
        return new Value(range, low, shape.isNarrow() ? exactOf(range, low) : wide, null, place);
    }

    /** An argument of the action that runs, from word {@code slot} of its arguments on. */
    public static Value argument(int slot, int widthBits) {
        return of(
                Range.unsigned(widthBits),
                packet -> packet.arguments[slot],
                packet -> Bits.load(packet.arguments, slot, widthBits));
    }

    /** Any number of 64 bits without sign. */
    public static Value computed(Low low) {
        return narrow(Range.unsigned(64), low);
    }

    /** A number of so many bits without sign, from where it is kept. */
    public static Value cell(int widthBits, Low low, Exact exact) {
        return of(Range.unsigned(widthBits), low, exact);
    }

    /** The low 64 bits; all of it where {@link #isNarrow}. */
    public Low low() {
        return low;
    }

    /** All of it. */
    public BigInteger exact(PacketState packet) {
        return exact.of(packet);
    }

    Exact exact() {
        return exact;
    }

    Range range() {
        return range;
    }

    /** Whether 64 bits, with or without sign, hold it. */
    public boolean isNarrow() {
        return range.fitsSigned() || range.fitsUnsigned();
    }

    public boolean mayBeNegative() {
        return range.isNegative();
    }

    /** Whether every value lies from 0 to the greatest of so many bits. */
    public boolean fits(int widthBits) {
        return !range.isNegative() && range.high().bitLength() <= widthBits;
    }

    /** The field it is, if it is one field for all packets. */
    public Optional<FieldLayout> field() {
        return Optional.ofNullable(field);
    }

    /** Where it is stored, if it can be assigned to. */
    public Optional<Place> place() {
        return Optional.ofNullable(place);
    }

    private static Range rangeOf(FieldLayout field) {
        return field.signed() ? Range.signed(field.widthBits()) : Range.unsigned(field.widthBits());
    }

    private static BigInteger loadWide(PacketState packet, FieldLayout field) {
        BigInteger value = Bits.load(packet.words, field.slot(), field.widthBits());
        return field.signed() && value.testBit(field.widthBits() - 1)
                ? value.subtract(BigInteger.ONE.shiftLeft(field.widthBits()))
                : value;
    }

    private static Exact exactOf(Range range, Low low) {
        return range.fitsSigned()
                ? packet -> BigInteger.valueOf(low.of(packet))
                : packet -> Bits.unsigned(low.of(packet));
    }
}
