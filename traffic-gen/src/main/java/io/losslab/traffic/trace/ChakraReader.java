package io.losslab.traffic.trace;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.losslab.traffic.program.Program;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the execution trace of a rank: a stream of length-delimited messages, one {@code
 * GlobalMetadata} and then a {@code Node} each (mlcommons/chakra, et_def.proto). Only the fields
 * that a replay needs are kept.
 */
final class ChakraReader {
    private static final int MOST_RECORD_BYTES = 16 << 20;

    private final String file;
    private int record;

    private ChakraReader(String file) {
        this.file = file;
    }

    /**
     * Reads the nodes.
     *
     * @param file name for users
     * @throws TraceException where it is no such file
     */
    static List<ChakraNode> read(String file, InputStream in) throws IOException, TraceException {
        ChakraReader reader = new ChakraReader(file);
        try {
            return reader.read(CodedInputStream.newInstance(in));
        } catch (InvalidProtocolBufferException e) {
            throw reader.problem(
                    "record %d is damaged, or the file ends within it".formatted(reader.record));
        }
    }

    private List<ChakraNode> read(CodedInputStream in) throws IOException, TraceException {
        List<ChakraNode> nodes = new ArrayList<>();
        while (!in.isAtEnd()) {
            record++;
            int length = in.readRawVarint32();
            if (length < 0 || length > MOST_RECORD_BYTES) {
                throw problem(
                        "record %d has %,d B, at most %,d are read"
                                .formatted(record, length & 0xFFFFFFFFL, MOST_RECORD_BYTES));
            }
            byte[] bytes = in.readRawBytes(length);
            in.resetSizeCounter();
            CodedInputStream message = CodedInputStream.newInstance(bytes);
            if (record == 1) {
                checkMetadata(message);
            } else {
                if (nodes.size() == Program.MOST_OPERATIONS) {
                    throw problem(
                            "the file has more than %,d nodes".formatted(Program.MOST_OPERATIONS));
                }
                nodes.add(node(message));
            }
        }
        if (record == 0) {
            throw problem("the file is empty");
        }
        return nodes;
    }

    /** GlobalMetadata begins with text, a node with a number. */
    private void checkMetadata(CodedInputStream message) throws IOException, TraceException {
        for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
            boolean known =
                    WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED
                            && WireFormat.getTagFieldNumber(tag) <= 2;
            if (!known) {
                throw problem("record 1 is no GlobalMetadata, with which a trace begins");
            }
            message.skipField(tag);
        }
    }

    private ChakraNode node(CodedInputStream message) throws IOException, TraceException {
        long id = 0;
        String name = "";
        int type = 0;
        long micros = 0;
        List<Long> after = new ArrayList<>();
        Map<String, Long> numbers = new HashMap<>();
        Map<String, String> texts = new HashMap<>();
        for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> id = varint(message, tag, "id");
                case 2 -> name = text(message, tag, "name");
                case 3 -> type = (int) varint(message, tag, "type");
                case 4 -> ids(message, tag, "ctrl_deps", after);
                case 5 -> ids(message, tag, "data_deps", after);
                case 7 -> micros = varint(message, tag, "duration_micros");
                case 10 -> attribute(message, tag, numbers, texts);
                default -> message.skipField(tag);
            }
        }
        if (type < 1 || type > ChakraNode.LAST_TYPE) {
            throw problem(
                    "record %d (node %d): type %d is no NodeType".formatted(record, id, type));
        }
        return new ChakraNode(record, id, name, type, List.copyOf(after), micros, numbers, texts);
    }

    private void attribute(
            CodedInputStream message, int tag, Map<String, Long> numbers, Map<String, String> texts)
            throws IOException, TraceException {
        requireType(tag, WireFormat.WIRETYPE_LENGTH_DELIMITED, "attr");
        int limit = message.pushLimit(message.readRawVarint32());
        String name = "";
        Long number = null;
        String word = null;
        for (int field = message.readTag(); field != 0; field = message.readTag()) {
            switch (WireFormat.getTagFieldNumber(field)) {
                case 1 -> name = text(message, field, "attr.name");
                case 7, 9, 11, 13, 27 -> number = varint(message, field, "attr value");
                case 15, 17 ->
                        number =
                                CodedInputStream.decodeZigZag64(
                                        varint(message, field, "attr value"));
                case 19, 23 -> {
                    requireType(field, WireFormat.WIRETYPE_FIXED32, "attr value");
                    number = (long) message.readRawLittleEndian32();
                }
                case 21, 25 -> {
                    requireType(field, WireFormat.WIRETYPE_FIXED64, "attr value");
                    number = message.readRawLittleEndian64();
                }
                case 29 -> word = text(message, field, "attr.string_val");
                default -> message.skipField(field);
            }
        }
        message.popLimit(limit);
        if (number != null) {
            numbers.put(name, number);
        }
        if (word != null) {
            texts.put(name, word);
        }
    }

    /** A repeated number, packed or not. */
    private void ids(CodedInputStream message, int tag, String field, List<Long> ids)
            throws IOException, TraceException {
        if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
            int limit = message.pushLimit(message.readRawVarint32());
            while (message.getBytesUntilLimit() > 0) {
                ids.add(message.readRawVarint64());
            }
            message.popLimit(limit);
        } else {
            ids.add(varint(message, tag, field));
        }
    }

    private long varint(CodedInputStream message, int tag, String field)
            throws IOException, TraceException {
        requireType(tag, WireFormat.WIRETYPE_VARINT, field);
        return message.readRawVarint64();
    }

    private String text(CodedInputStream message, int tag, String field)
            throws IOException, TraceException {
        requireType(tag, WireFormat.WIRETYPE_LENGTH_DELIMITED, field);
        return message.readString();
    }

    private void requireType(int tag, int type, String field) throws TraceException {
        if (WireFormat.getTagWireType(tag) != type) {
            throw problem("record %d: field %s has another wire type".formatted(record, field));
        }
    }

    private TraceException problem(String what) {
        return new TraceException(file, 0, what, "a Chakra execution trace (et_def.proto)");
    }
}
