package io.losslab.services.gnmi.tree;

import com.google.protobuf.ByteString;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.TypedValue;
import java.util.List;
import java.util.Optional;

/**
 * A leaf of a switch's data tree.
 *
 * @param path from the root, with all keys
 * @param modules YANG module of each element of the path
 * @param kind what may be done with it
 * @param type of its values
 * @param reader of its value, of the Java type that {@link ValueType} says
 * @param setter how a value is asked for; empty where it cannot be
 */
public record Leaf(
        Path path,
        List<String> modules,
        Kind kind,
        ValueType type,
        Reader reader,
        Optional<Setter> setter) {

    /** What a leaf is. */
    public enum Kind {
        /** Under config. */
        CONFIG,
        /** Under state, and a leaf under config has the same name. */
        APPLIED,
        /** Under state, without a setting behind it; changes seldom. */
        STATE,
        /** Under state, and may change with every packet. */
        COUNTER
    }

    /** Reads the value. */
    public interface Reader {
        Object read(SwitchReading reading);
    }

    /** Asks for a value. */
    public interface Setter {
        void set(ConfigDraft draft, Object value);

        /** What the leaf has where nothing was set. */
        Object defaultValue(ConfigDraft draft);
    }

    public Leaf {
        modules = List.copyOf(modules);
    }

    public TypedValue value(SwitchReading reading, Encoding encoding) {
        Object value = reader.read(reading);
        return switch (encoding) {
            case JSON ->
                    TypedValue.newBuilder()
                            .setJsonVal(utf8(type.json(value, false).toString()))
                            .build();
            case JSON_IETF ->
                    TypedValue.newBuilder()
                            .setJsonIetfVal(utf8(type.json(value, true).toString()))
                            .build();
            default -> type.scalar(value);
        };
    }

    public boolean isCounter() {
        return kind == Kind.COUNTER;
    }

    private static ByteString utf8(String text) {
        return ByteString.copyFromUtf8(text);
    }
}
