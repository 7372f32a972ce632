package io.losslab.devices.gnmi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ValueNode;
import com.google.protobuf.ByteString;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.TypedValue;

/** Values of leaves as messages. */
public final class LeafText {
    private LeafText() {}

    /**
     * A value in an encoding.
     *
     * @param value Long, Double, Boolean or String
     * @throws IllegalArgumentException where it is something else, or the encoding is none of
     *     PROTO, JSON and JSON_IETF
     */
    public static TypedValue typed(Encoding encoding, Object value) {
        return switch (encoding) {
            case PROTO -> scalar(value);
            case JSON -> TypedValue.newBuilder().setJsonVal(json(value)).build();
            case JSON_IETF -> TypedValue.newBuilder().setJsonIetfVal(json(value)).build();
            default -> throw new IllegalArgumentException("no leaf is set in " + encoding);
        };
    }

    /** A value for users; {@code absent} where there is none. */
    static String plain(TypedValue value) {
        return switch (value.getValueCase()) {
            case JSON_VAL -> value.getJsonVal().toStringUtf8();
            case JSON_IETF_VAL -> value.getJsonIetfVal().toStringUtf8();
            case UINT_VAL -> Long.toUnsignedString(value.getUintVal());
            case BOOL_VAL -> String.valueOf(value.getBoolVal());
            case DOUBLE_VAL -> String.valueOf(value.getDoubleVal());
            case STRING_VAL -> '"' + value.getStringVal() + '"';
            case VALUE_NOT_SET -> "absent";
            default -> value.toString().strip();
        };
    }

    private static TypedValue scalar(Object value) {
        TypedValue.Builder typed = TypedValue.newBuilder();
        if (value instanceof Boolean flag) {
            return typed.setBoolVal(flag).build();
        }
        if (value instanceof Long number) {
            return typed.setUintVal(number).build();
        }
        if (value instanceof Double number) {
            return typed.setDoubleVal(number).build();
        }
        return typed.setStringVal(String.valueOf(value)).build();
    }

    private static ByteString json(Object value) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        ValueNode node;
        if (value instanceof Boolean flag) {
            node = json.booleanNode(flag);
        } else if (value instanceof Long number) {
            node = json.numberNode(number);
        } else if (value instanceof Double number) {
            node = json.numberNode(number);
        } else {
            node = json.textNode(String.valueOf(value));
        }
        return ByteString.copyFromUtf8(node.toString());
    }
}
