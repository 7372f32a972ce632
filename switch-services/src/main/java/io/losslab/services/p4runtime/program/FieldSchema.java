package io.losslab.services.p4runtime.program;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.v1.FieldMatch;
import java.util.Locale;

/**
 * A match field of a table or value set.
 *
 * @param id as the P4Info says
 * @param name such as {@code hdr.ipv4.dst_addr}
 * @param kind how it is matched, never unspecified
 * @param widthBits 0 for a string that the controller chose
 */
public record FieldSchema(int id, String name, MatchField.MatchType kind, int widthBits) {

    static FieldSchema of(MatchField field) {
        return new FieldSchema(
                field.getId(), field.getName(), field.getMatchType(), field.getBitwidth());
    }

    /** Whether entries of the table need a priority. */
    boolean wantsPriority() {
        return kind == MatchField.MatchType.TERNARY
                || kind == MatchField.MatchType.RANGE
                || kind == MatchField.MatchType.OPTIONAL;
    }

    /**
     * Checks a match and puts its canonical value, and mask, prefix or upper end.
     *
     * @param at where in {@code parts}
     */
    void check(FieldMatch match, Object[] parts, int at) throws Refusal {
        switch (kind) {
            case EXACT -> {
                require(match.hasExact());
                parts[at] = bits(match.getExact().getValue());
            }
            case OPTIONAL -> {
                require(match.hasOptional());
                parts[at] = bits(match.getOptional().getValue());
            }
            case LPM -> {
                require(match.hasLpm());
                checkPrefix(match.getLpm(), parts, at);
            }
            case TERNARY -> {
                require(match.hasTernary());
                checkTernary(match.getTernary(), parts, at);
            }
            case RANGE -> {
                require(match.hasRange());
                checkRange(match.getRange(), parts, at);
            }
            default ->
                    throw Refusal.unimplemented(name + " has an architecture-specific match kind");
        }
    }

    /** Whether the parts put for a match stand in it as they are. */
    boolean isAsSent(FieldMatch match, Object[] parts, int at) {
        return switch (kind) {
            case EXACT -> match.getExact().getValue().equals(parts[at]);
            case OPTIONAL -> match.getOptional().getValue().equals(parts[at]);
            case LPM -> match.getLpm().getValue().equals(parts[at]);
            case TERNARY ->
                    match.getTernary().getValue().equals(parts[at])
                            && match.getTernary().getMask().equals(parts[at + 1]);
            default ->
                    match.getRange().getLow().equals(parts[at])
                            && match.getRange().getHigh().equals(parts[at + 1]);
        };
    }

    FieldMatch toMatch(ByteString value, Object second) {
        FieldMatch.Builder match = FieldMatch.newBuilder().setFieldId(id);
        switch (kind) {
            case EXACT -> match.setExact(FieldMatch.Exact.newBuilder().setValue(value));
            case OPTIONAL -> match.setOptional(FieldMatch.Optional.newBuilder().setValue(value));
            case LPM ->
                    match.setLpm(
                            FieldMatch.LPM
                                    .newBuilder()
                                    .setValue(value)
                                    .setPrefixLen((Integer) second));
            case TERNARY ->
                    match.setTernary(
                            FieldMatch.Ternary.newBuilder()
                                    .setValue(value)
                                    .setMask((ByteString) second));
            default ->
                    match.setRange(
                            FieldMatch.Range.newBuilder()
                                    .setLow(value)
                                    .setHigh((ByteString) second));
        }
        return match.build();
    }

    String describe(ByteString value, Object second) {
        String text = name + "=" + BitString.hex(value);
        return switch (kind) {
            case LPM -> text + "/" + second;
            case TERNARY -> text + "&" + BitString.hex((ByteString) second);
            case RANGE -> text + ".." + BitString.hex((ByteString) second);
            default -> text;
        };
    }

    private void checkPrefix(FieldMatch.LPM match, Object[] parts, int at) throws Refusal {
        int prefixBits = match.getPrefixLen();
        if (prefixBits < 1 || prefixBits > widthBits) {
            throw Refusal.invalid(
                    "prefix_len of %s must be 1..%d, or the field left out to match all: %d"
                            .formatted(name, widthBits, prefixBits));
        }
        ByteString value = bits(match.getValue());
        if (BitString.trailingZeros(value) < widthBits - prefixBits) {
            throw Refusal.invalid(
                    "%s has bits below its prefix of %d: %s"
                            .formatted(name, prefixBits, BitString.hex(value)));
        }
        parts[at] = value;
        parts[at + 1] = prefixBits;
    }

    private void checkTernary(FieldMatch.Ternary match, Object[] parts, int at) throws Refusal {
        ByteString value = bits(match.getValue());
        ByteString mask = bits(match.getMask());
        if (BitString.isZero(mask)) {
            throw Refusal.invalid("the mask of %s is zero: leave the field out".formatted(name));
        }
        if (BitString.exceedsMask(value, mask)) {
            throw Refusal.invalid(
                    "%s has bits outside its mask %s: %s"
                            .formatted(name, BitString.hex(mask), BitString.hex(value)));
        }
        parts[at] = value;
        parts[at + 1] = mask;
    }

    private void checkRange(FieldMatch.Range match, Object[] parts, int at) throws Refusal {
        ByteString low = bits(match.getLow());
        ByteString high = bits(match.getHigh());
        if (BitString.compare(low, high) > 0) {
            throw Refusal.invalid(
                    "the range of %s ends before it begins: %s..%s"
                            .formatted(name, BitString.hex(low), BitString.hex(high)));
        }
        if (BitString.isZero(low) && BitString.isAllOnes(high, widthBits)) {
            throw Refusal.invalid(
                    "the range of %s is everything: leave the field out".formatted(name));
        }
        parts[at] = low;
        parts[at + 1] = high;
    }

    private ByteString bits(ByteString value) throws Refusal {
        return BitString.unsigned(value, widthBits, name);
    }

    private void require(boolean ofThisKind) throws Refusal {
        if (!ofThisKind) {
            throw Refusal.invalid(
                    "%s must be matched by %s"
                            .formatted(name, kind.name().toLowerCase(Locale.ROOT)));
        }
    }
}
