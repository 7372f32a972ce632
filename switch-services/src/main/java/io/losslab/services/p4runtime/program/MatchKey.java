package io.losslab.services.p4runtime.program;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.v1.FieldMatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The key of a table entry in one form, however it was written: fields in the P4Info's order,
 * canonical values, and the priority. Immutable.
 */
public final class MatchKey {
    private final FieldSchema[] fields;
    // By field, two: value and mask, prefix or upper end; null where it matches anything.
    private final Object[] parts;
    private final int priority;
    private final boolean asSent;
    private final int hash;

    MatchKey(FieldSchema[] fields, Object[] parts, int priority, boolean asSent) {
        this.fields = fields;
        this.parts = parts;
        this.priority = priority;
        this.asSent = asSent;
        this.hash = 31 * Arrays.hashCode(parts) + priority;
    }

    /** Whether the values came in canonical form. */
    public boolean wasSentCanonical() {
        return asSent;
    }

    /** Value of a field; null where it matches anything. */
    public ByteString value(int field) {
        return (ByteString) parts[2 * field];
    }

    /** Prefix of an LPM field; 0 where it matches anything. */
    public int prefixBits(int field) {
        return parts[2 * field] == null ? 0 : (Integer) parts[2 * field + 1];
    }

    /** The larger wins; 0 in tables without priorities. */
    public int priority() {
        return priority;
    }

    /** The fields in canonical form, those left out that match anything. */
    public List<FieldMatch> toMatches() {
        List<FieldMatch> matches = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            if (parts[2 * i] != null) {
                matches.add(fields[i].toMatch((ByteString) parts[2 * i], parts[2 * i + 1]));
            }
        }
        return matches;
    }

    /** Whether another key has the same fields, at whatever priority. */
    public boolean hasFieldsOf(MatchKey other) {
        return Arrays.equals(parts, other.parts);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MatchKey that
                && hash == that.hash
                && priority == that.priority
                && Arrays.equals(parts, that.parts);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** For messages, such as {@code hdr.ipv4.dst_addr=0x0a000001/32}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
            if (parts[2 * i] != null) {
                text.append(text.isEmpty() ? "" : ", ")
                        .append(fields[i].describe((ByteString) parts[2 * i], parts[2 * i + 1]));
            }
        }
        if (text.isEmpty()) {
            text.append("anything");
        }
        return priority == 0 ? text.toString() : text + " at priority " + priority;
    }
}
