package io.losslab.services.p4runtime.program;

import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.v1.FieldMatch;
import java.util.Arrays;
import java.util.List;

/** The match fields of a table or value set. Immutable. */
public final class KeySchema {
    private final String owner;
    private final FieldSchema[] fields;
    private final boolean wantsPriority;

    KeySchema(String owner, List<MatchField> fields) {
        this.owner = owner;
        this.fields = fields.stream().map(FieldSchema::of).toArray(FieldSchema[]::new);
        this.wantsPriority = Arrays.stream(this.fields).anyMatch(FieldSchema::wantsPriority);
    }

    /** The fields in order. */
    public List<FieldSchema> fields() {
        return List.of(fields);
    }

    /** Checks the key of an entry that is not the default one. */
    public MatchKey key(List<FieldMatch> matches, int priority) throws Refusal {
        requirePriority(priority);
        return keyOf(matches, priority);
    }

    /** Whether entries need a priority. */
    public boolean wantsPriority() {
        return wantsPriority;
    }

    /** Checks fields that stand without a priority: a value set's member, or a filter. */
    public MatchKey keyWithoutPriority(List<FieldMatch> matches) throws Refusal {
        return keyOf(matches, 0);
    }

    private MatchKey keyOf(List<FieldMatch> matches, int priority) throws Refusal {
        Object[] parts = new Object[2 * fields.length];
        boolean asSent = true;
        for (FieldMatch match : matches) {
            int field = indexOf(match.getFieldId());
            if (parts[2 * field] != null) {
                throw Refusal.invalid(fields[field].name() + " is matched twice");
            }
            fields[field].check(match, parts, 2 * field);
            asSent &= fields[field].isAsSent(match, parts, 2 * field);
        }
        for (int i = 0; i < fields.length; i++) {
            if (parts[2 * i] == null && fields[i].kind() == MatchField.MatchType.EXACT) {
                throw Refusal.invalid(
                        "%s must have a value for %s, an exact field"
                                .formatted(owner, fields[i].name()));
            }
        }
        return new MatchKey(fields, parts, priority, asSent);
    }

    private int indexOf(int fieldId) throws Refusal {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].id() == fieldId) {
                return i;
            }
        }
        StringBuilder known = new StringBuilder();
        for (FieldSchema field : fields) {
            known.append(known.isEmpty() ? "" : ", ").append(field.name()).append(" is ");
            known.append(field.id());
        }
        throw Refusal.invalid("%s has no match field %d; %s".formatted(owner, fieldId, known));
    }

    private void requirePriority(int priority) throws Refusal {
        if (wantsPriority && priority <= 0) {
            throw Refusal.invalid(
                    "priority must be above 0 in %s, which has ternary, range or optional fields: %d"
                            .formatted(owner, priority));
        }
        if (!wantsPriority && priority != 0) {
            throw Refusal.invalid(
                    "priority must be 0 in a table of LPM and exact fields: " + priority);
        }
    }
}
