package io.losslab.services.gnmi.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.losslab.proto.gnmi.TypedValue;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Types of leaves, and how their values look in messages and in JSON (RFC 7951, section 6). */
public enum ValueType {
    UINT64,
    UINT32,
    BOOL,
    TEXT,
    DECIMAL;

    private static final BigInteger UINT32_END = BigInteger.ONE.shiftLeft(32);

    /** A value as a scalar: Long, Boolean, String or Double by type. */
    TypedValue scalar(Object value) {
        TypedValue.Builder scalar = TypedValue.newBuilder();
        return switch (this) {
            case UINT64, UINT32 -> scalar.setUintVal((Long) value).build();
            case BOOL -> scalar.setBoolVal((Boolean) value).build();
            case TEXT -> scalar.setStringVal((String) value).build();
            case DECIMAL -> scalar.setDoubleVal((Double) value).build();
        };
    }

    /** A value as JSON; by RFC 7951, numbers of 64 bits and decimals are strings. */
    JsonNode json(Object value, boolean ietf) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return switch (this) {
            case UINT64 ->
                    ietf
                            ? json.textNode(Long.toUnsignedString((Long) value))
                            : json.numberNode((Long) value);
            case UINT32 -> json.numberNode((Long) value);
            case BOOL -> json.booleanNode((Boolean) value);
            case TEXT -> json.textNode((String) value);
            case DECIMAL ->
                    ietf
                            ? json.textNode(BigDecimal.valueOf((Double) value).toPlainString())
                            : json.numberNode((Double) value);
        };
    }

    /**
     * Reads a scalar.
     *
     * @throws IllegalArgumentException that says what was expected
     */
    public Object parse(TypedValue scalar) {
        switch (scalar.getValueCase()) {
            case UINT_VAL:
                return number(Long.toUnsignedString(scalar.getUintVal()));
            case INT_VAL:
                return number(Long.toString(scalar.getIntVal()));
            case DOUBLE_VAL:
                if (this == DECIMAL) {
                    return scalar.getDoubleVal();
                }
                break;
            case BOOL_VAL:
                if (this == BOOL) {
                    return scalar.getBoolVal();
                }
                break;
            case STRING_VAL:
                return parse(scalar.getStringVal());
            default:
        }
        throw mismatch(scalar.getValueCase().toString());
    }

    /**
     * Reads a JSON value; numbers may be strings and the other way round.
     *
     * @throws IllegalArgumentException that says what was expected
     */
    public Object parse(JsonNode json) {
        if (this == BOOL && json.isBoolean()) {
            return json.booleanValue();
        }
        if (this == TEXT && json.isTextual()) {
            return json.textValue();
        }
        if (this != BOOL && this != TEXT && (json.isNumber() || json.isTextual())) {
            return number(json.asText());
        }
        throw mismatch(json.toString());
    }

    /**
     * Reads a value that is written as settings are.
     *
     * @throws IllegalArgumentException that says what was expected
     */
    Object parse(String text) {
        return this == TEXT ? text : number(text);
    }

    private Object number(String text) {
        try {
            BigDecimal number = new BigDecimal(text);
            switch (this) {
                case DECIMAL:
                    return number.doubleValue();
                case UINT64, UINT32:
                    BigInteger whole = number.toBigIntegerExact();
                    boolean fits =
                            whole.signum() >= 0
                                    && (this == UINT64
                                            ? whole.bitLength() < 64
                                            : whole.compareTo(UINT32_END) < 0);
                    if (fits) {
                        return whole.longValue();
                    }
                    break;
                default:
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw mismatch(text);
        }
        throw mismatch(text);
    }

    private IllegalArgumentException mismatch(String found) {
        String wanted =
                switch (this) {
                    case UINT64 -> "a whole number, 0..2^63-1";
                    case UINT32 -> "a whole number, 0..2^32-1";
                    case BOOL -> "true or false";
                    case TEXT -> "text";
                    case DECIMAL -> "a number";
                };
        return new IllegalArgumentException("needs " + wanted + ", not " + found);
    }
}
