package io.losslab.p4;

import io.losslab.p4.program.P4Program;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A small v1model program: header {@code h} with a (8 bits), b (16), c (32), w (128), header {@code
 * t} with one byte, metadata {@code m.x} (64), {@code m.keep} (8) and {@code m.s} (8, signed).
 * Parts of it can be replaced. Single quotes stand for double ones.
 */
public final class TestProgram {
    private final Map<String, String> parts = new LinkedHashMap<>();

    public TestProgram() {
        parts.put("__meta__", "{'version': [2, 23]}");
        parts.put(
                "header_types",
                """
                [{'name': 'standard_metadata', 'id': 0, 'fields': [
                   ['ingress_port', 9, false], ['egress_spec', 9, false],
                   ['egress_port', 9, false], ['instance_type', 32, false],
                   ['packet_length', 32, false], ['enq_timestamp', 32, false],
                   ['enq_qdepth', 19, false], ['deq_timedelta', 32, false],
                   ['deq_qdepth', 19, false], ['ingress_global_timestamp', 48, false],
                   ['egress_global_timestamp', 48, false], ['mcast_grp', 16, false],
                   ['egress_rid', 16, false], ['checksum_error', 1, false],
                   ['parser_error', 32, false], ['priority', 3, false]]},
                 {'name': 'h_t', 'id': 1, 'fields': [
                   ['a', 8, false], ['b', 16, false], ['c', 32, false], ['w', 128, false]]},
                 {'name': 't_t', 'id': 2, 'fields': [['v', 8, false]]},
                 {'name': 'm_t', 'id': 3, 'fields': [['x', 64, false], ['keep', 8, false],
                                                     ['s', 8, true]]}]
                """);
        parts.put(
                "headers",
                """
                [{'name': 'standard_metadata', 'id': 0, 'header_type': 'standard_metadata',
                  'metadata': true},
                 {'name': 'h', 'id': 1, 'header_type': 'h_t', 'metadata': false},
                 {'name': 't', 'id': 2, 'header_type': 't_t', 'metadata': false},
                 {'name': 'm', 'id': 3, 'header_type': 'm_t', 'metadata': true}]
                """);
        parts.put("errors", "[['NoError', 0], ['PacketTooShort', 1]]");
        parser("[{'op': 'extract', 'parameters': [{'type': 'regular', 'value': 'h'}]}]");
        parts.put("deparsers", "[{'name': 'deparser', 'id': 0, 'order': ['h', 't']}]");
        parts.put("actions", "[]");
        parts.put(
                "field_lists",
                "[{'id': 1, 'name': 'kept', 'elements': [{'type': 'field', 'value': ['m',"
                        + " 'keep']}]}]");
        parts.put(
                "learn_lists",
                "[{'id': 1, 'name': 'seen', 'elements': [{'type': 'field', 'value': ['h',"
                        + " 'a']}]}]");
        parts.put("register_arrays", "[{'name': 'r', 'id': 0, 'size': 8, 'bitwidth': 32}]");
        parts.put("counter_arrays", "[{'name': 'n', 'id': 0, 'size': 8, 'is_direct': false}]");
        parts.put("meter_arrays", "[]");
        parts.put("calculations", "[]");
        ingress("'init_table': null, 'tables': [], 'conditionals': []");
    }

    /** Replaces a part of the JSON's root. */
    public TestProgram with(String part, String json) {
        parts.put(part, json);
        return this;
    }

    /** Replaces the operations of the parser's only state. */
    public TestProgram parser(String operations) {
        return with(
                "parsers",
                """
                [{'name': 'parser', 'id': 0, 'init_state': 'start', 'parse_states': [
                  {'name': 'start', 'id': 0, 'parser_ops': %s, 'transition_key': [],
                   'transitions': [{'type': 'default', 'value': null, 'mask': null,
                                    'next_state': null}]}]}]
                """
                        .formatted(operations));
    }

    /** Replaces the ingress control; egress does nothing. */
    public TestProgram ingress(String members) {
        return pipelines(members, "'init_table': null, 'tables': [], 'conditionals': []");
    }

    public TestProgram pipelines(String ingress, String egress) {
        return with(
                "pipelines",
                "[{'name': 'ingress', 'id': 0, %s}, {'name': 'egress', 'id': 1, %s}]"
                        .formatted(ingress, egress));
    }

    /** Has ingress, and egress, run one action each, made of these primitives. */
    public TestProgram actions(String ingress, String egress) {
        with(
                "actions",
                """
                [{'name': 'in', 'id': 0, 'runtime_data': [], 'primitives': [%s]},
                 {'name': 'out', 'id': 1, 'runtime_data': [], 'primitives': [%s]}]
                """
                        .formatted(ingress, egress));
        return pipelines(call(0), call(1));
    }

    private static String call(int action) {
        return """
        'init_table': 'call', 'tables': [], 'conditionals': [], 'action_calls': [
          {'name': 'call', 'id': %1$d, 'action_id': %1$d, 'next_node': null}]
        """
                .formatted(action);
    }

    /** A primitive with its operands. */
    public static String op(String name, String... operands) {
        return "{'op': '%s', 'parameters': [%s]}".formatted(name, String.join(", ", operands));
    }

    public static String field(String header, String name) {
        return "{'type': 'field', 'value': ['%s', '%s']}".formatted(header, name);
    }

    public static String hex(long value) {
        return "{'type': 'hexstr', 'value': '0x%x'}".formatted(value);
    }

    public static String named(String type, String name) {
        return "{'type': '%s', 'value': '%s'}".formatted(type, name);
    }

    public static String expression(String op, String left, String right) {
        return "{'type': 'expression', 'value': {'op': '%s', 'left': %s, 'right': %s}}"
                .formatted(op, left, right);
    }

    public byte[] json() {
        return parts.entrySet().stream()
                .map(it -> "'" + it.getKey() + "': " + it.getValue())
                .collect(Collectors.joining(",\n", "{", "}"))
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8);
    }

    public P4Program read() {
        return P4Program.read(json());
    }
}
