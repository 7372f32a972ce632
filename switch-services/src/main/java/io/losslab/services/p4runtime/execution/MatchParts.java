package io.losslab.services.p4runtime.execution;

import com.google.protobuf.ByteString;
import io.losslab.p4.table.EntryKey.Part;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.services.p4runtime.program.FieldSchema;
import io.losslab.services.p4runtime.program.KeySchema;
import io.losslab.services.p4runtime.program.MatchKey;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What P4Runtime says of a key, as a program's tables and value sets take it. */
final class MatchParts {
    private MatchParts() {}

    /** One for each field, in order; those left out match anything. */
    static List<Part> of(MatchKey key, KeySchema schema) {
        List<FieldSchema> fields = schema.fields();
        List<Part> parts = new ArrayList<>(Collections.nCopies(fields.size(), null));
        for (FieldMatch match : key.toMatches()) {
            for (int i = 0; i < fields.size(); i++) {
                if (fields.get(i).id() == match.getFieldId()) {
                    parts.set(i, part(match, fields.get(i).widthBits()));
                }
            }
        }
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) == null) {
                parts.set(i, anything(fields.get(i)));
            }
        }
        return parts;
    }

    private static Part part(FieldMatch match, int widthBits) {
        return switch (match.getFieldMatchTypeCase()) {
            case LPM ->
                    Part.prefix(
                            number(match.getLpm().getValue()),
                            match.getLpm().getPrefixLen(),
                            widthBits);
            case TERNARY ->
                    new Part(
                            number(match.getTernary().getValue()),
                            number(match.getTernary().getMask()));
            case RANGE ->
                    new Part(number(match.getRange().getLow()), number(match.getRange().getHigh()));
            case OPTIONAL -> Part.exact(number(match.getOptional().getValue()));
            default -> Part.exact(number(match.getExact().getValue()));
        };
    }

    /** A zero mask; of a range, all there is. */
    private static Part anything(FieldSchema field) {
        boolean range = field.kind() == MatchField.MatchType.RANGE;
        BigInteger most = BigInteger.ONE.shiftLeft(field.widthBits()).subtract(BigInteger.ONE);
        return new Part(BigInteger.ZERO, range ? most : BigInteger.ZERO);
    }

    /** An unsigned number. */
    static BigInteger number(ByteString bytes) {
        return new BigInteger(1, bytes.toByteArray());
    }
}
