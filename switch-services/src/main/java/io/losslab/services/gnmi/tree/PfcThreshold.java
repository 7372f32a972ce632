package io.losslab.services.gnmi.tree;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.losslab.proto.v1.PfcConfig;

/** Fields of {@link PfcConfig} that are leaves; enums are text. */
enum PfcThreshold {
    MODE("mode", "threshold", ValueType.TEXT),
    XOFF("xoff-bytes", "xoff_bytes", ValueType.UINT64),
    XON("xon-bytes", "xon_bytes", ValueType.UINT64),
    ALPHA("alpha", "alpha", ValueType.DECIMAL),
    RESUME_OFFSET("resume-offset-bytes", "resume_offset_bytes", ValueType.UINT64),
    HEADROOM("headroom-bytes", "headroom_bytes", ValueType.UINT64),
    TIMER("pause-timer", "timer", ValueType.TEXT);

    private final String leaf;
    private final FieldDescriptor field;
    private final ValueType type;

    PfcThreshold(String leaf, String field, ValueType type) {
        this.leaf = leaf;
        this.field = PfcConfig.getDescriptor().findFieldByName(field);
        this.type = type;
    }

    String leaf() {
        return leaf;
    }

    ValueType type() {
        return type;
    }

    Object read(PfcConfig pfc) {
        Object value = pfc.getField(field);
        return value instanceof EnumValueDescriptor choice ? choice.getName() : value;
    }

    /**
     * Sets the field.
     *
     * @throws IllegalArgumentException where there is no such choice
     */
    void set(PfcConfig.Builder pfc, Object value) {
        if (type != ValueType.TEXT) {
            pfc.setField(field, value);
            return;
        }
        EnumValueDescriptor choice = field.getEnumType().findValueByName((String) value);
        if (choice == null || choice.getNumber() == 0) {
            throw new IllegalArgumentException(
                    "needs one of %s, not %s"
                            .formatted(
                                    field.getEnumType().getValues().stream()
                                            .filter(each -> each.getNumber() != 0)
                                            .map(EnumValueDescriptor::getName)
                                            .toList(),
                                    value));
        }
        pfc.setField(field, choice);
    }
}
