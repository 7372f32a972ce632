package io.losslab.services.product;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.TypedValue;

/** Values of leaves as systems write and take them. */
final class JsonLeaf {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonLeaf() {}

    /** A value in an encoding; numbers of 64 bits are text in JSON_IETF (RFC 7951, 6.1). */
    static TypedValue written(Encoding encoding, Object value) {
        return switch (encoding) {
            case PROTO -> scalar(value);
            case JSON -> TypedValue.newBuilder().setJsonVal(json(value)).build();
            case JSON_IETF ->
                    TypedValue.newBuilder()
                            .setJsonIetfVal(json(value instanceof Long ? value.toString() : value))
                            .build();
            default -> throw new IllegalArgumentException(encoding.toString());
        };
    }

    /** The value that a client wrote. */
    static JsonNode read(TypedValue value) {
        try {
            return switch (value.getValueCase()) {
                case JSON_VAL -> JSON.readTree(value.getJsonVal().toStringUtf8());
                case JSON_IETF_VAL -> JSON.readTree(value.getJsonIetfVal().toStringUtf8());
                default -> throw ProductServer.invalid("unsupported value " + value.getValueCase());
            };
        } catch (JsonProcessingException e) {
            throw ProductServer.invalid("not JSON");
        }
    }

    private static TypedValue scalar(Object value) {
        TypedValue.Builder typed = TypedValue.newBuilder();
        return value instanceof Long number
                ? typed.setUintVal(number).build()
                : typed.setStringVal(String.valueOf(value)).build();
    }

    private static ByteString json(Object value) {
        return ByteString.copyFromUtf8(JSON.valueToTree(value).toString());
    }
}
