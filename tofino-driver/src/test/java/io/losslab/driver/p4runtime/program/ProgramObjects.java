package io.losslab.driver.p4runtime.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a program's source declares for a controller, one line for each object, in the form in which
 * {@link P4InfoObjects} lists a P4Info. Objects carry an {@code @id}; ids without a kind get it as
 * the compiler would.
 */
final class ProgramObjects {
    private static final Map<String, Integer> TYPE_BITS = Map.of("PortId_t", 9, "QueueId_t", 7);
    private static final Map<String, Integer> ARCHITECTURE_BITS =
            Map.of(
                    "standard.egress_spec", 9,
                    "standard.priority", 3,
                    "standard.egress_port", 9,
                    "standard.ingress_port", 9,
                    "tm_md.ucast_egress_port", 9,
                    "ingress_md.ingress_port", 9,
                    "egress_md.egress_port", 9,
                    "ghost_md.pipe_id", 2,
                    "ghost_md.qid", 11,
                    "hdr.timer.packet_id", 16);
    private static final String TYPE = "(bit<\\d+>|PortId_t|QueueId_t)\\s+";

    private final ProgramSource source;
    private final Map<String, int[]> controls = new LinkedHashMap<>();

    private ProgramObjects(ProgramSource source) {
        this.source = source;
        Matcher control = Pattern.compile("(?m)^control (\\w+)\\s*\\(").matcher(source.text());
        while (control.find()) {
            int begin = source.text().indexOf('{', control.end());
            controls.put(control.group(1), new int[] {begin, end(begin)});
        }
    }

    static Set<String> of(ProgramSource source) {
        ProgramObjects objects = new ProgramObjects(source);
        Set<String> lines = new TreeSet<>();
        objects.addTables(lines);
        objects.addActions(lines);
        objects.addCounters(lines);
        objects.addRegisters(lines);
        objects.addProfiles(lines);
        return lines;
    }

    private void addTables(Set<String> lines) {
        Matcher table =
                matcher(
                        "@id\\((\\w+)\\)\\s+table (\\w+) \\{\\s*key = \\{([^}]*)\\}\\s*"
                                + "actions = \\{([^}]*)\\}[^}]*?size = (\\w+);");
        while (table.find()) {
            List<String> keys = new ArrayList<>();
            for (List<String> key :
                    new ProgramSource(table.group(3))
                            .find("([\\w.\\[\\]:]+?): (\\w+)(?: @name\\(\"(\\w+)\"\\))?;")) {
                if (!key.get(1).equals("selector")) {
                    String name = key.get(2) == null ? key.get(0) : key.get(2);
                    keys.add(name + " " + bits(key.get(0)) + " " + key.get(1));
                }
            }
            Set<String> actions = new TreeSet<>();
            for (List<String> action : new ProgramSource(table.group(4)).find("(\\w+);")) {
                boolean own = !action.get(0).equals("NoAction");
                actions.add(own ? qualified(table.start(), action.get(0)) : "NoAction");
            }
            lines.add(
                    "table %s %s %s %s size %d"
                            .formatted(
                                    id(0x02, table.group(1)),
                                    qualified(table.start(), table.group(2)),
                                    keys,
                                    actions,
                                    number(table.group(5))));
        }
    }

    private void addActions(Set<String> lines) {
        Matcher action = matcher("@id\\((\\w+)\\)\\s+action (\\w+)\\(([^)]*)\\)");
        while (action.find()) {
            List<String> params = new ArrayList<>();
            for (List<String> param : new ProgramSource(action.group(3)).find(TYPE + "(\\w+)")) {
                params.add(param.get(1) + " " + typeBits(param.get(0)));
            }
            lines.add(
                    "action %s %s %s"
                            .formatted(
                                    id(0x01, action.group(1)),
                                    qualified(action.start(), action.group(2)),
                                    params));
        }
    }

    private void addCounters(Set<String> lines) {
        Matcher counter =
                matcher(
                        "@id\\((\\w+)\\)\\s+[cC]ounter(?:<[^(]*>)?"
                                + "\\((\\w+), CounterType(?:_t)?\\.(\\w+)\\) (\\w+);");
        while (counter.find()) {
            lines.add(
                    "counter %s %s %s size %d"
                            .formatted(
                                    id(0x12, counter.group(1)),
                                    qualified(counter.start(), counter.group(4)),
                                    counter.group(3).equalsIgnoreCase("packets")
                                            ? "PACKETS"
                                            : "BOTH",
                                    number(counter.group(2))));
        }
    }

    private void addRegisters(Set<String> lines) {
        Matcher register =
                matcher("@id\\((\\w+)\\)\\s+[rR]egister<(bit<\\d+>)[^(]*>\\((\\w+)\\) (\\w+);");
        while (register.find()) {
            lines.add(
                    "register %s %s %d size %d"
                            .formatted(
                                    id(0x16, register.group(1)),
                                    qualified(register.start(), register.group(4)),
                                    typeBits(register.group(2)),
                                    number(register.group(3))));
        }
    }

    private void addProfiles(Set<String> lines) {
        Matcher profile =
                matcher(
                        "@id\\((\\w+)\\)[^;]*?(?:action_selector\\([\\w.]+, (\\w+), \\w+\\)"
                                + "|ActionProfile\\((\\w+)\\)) (\\w+);");
        while (profile.find()) {
            String size = profile.group(2) == null ? profile.group(3) : profile.group(2);
            lines.add(
                    "profile %s %s size %d"
                            .formatted(
                                    id(0x11, profile.group(1)),
                                    qualified(profile.start(), profile.group(4)),
                                    number(size)));
        }
    }

    private Matcher matcher(String pattern) {
        return Pattern.compile(pattern).matcher(source.text());
    }

    private static String id(int kind, String text) {
        int id = Integer.decode(text);
        return "%08x".formatted(id >>> 24 == 0 ? kind << 24 | id : id);
    }

    private long number(String text) {
        return Character.isDigit(text.charAt(0)) ? Long.decode(text) : source.constant(text);
    }

    private static int typeBits(String type) {
        return type.startsWith("bit<")
                ? Integer.parseInt(type.substring(4, type.length() - 1))
                : TYPE_BITS.get(type);
    }

    /** Width of a key: a slice, a field of a header or of the metadata, or the architecture's. */
    private int bits(String key) {
        Matcher slice = Pattern.compile(".*\\[(\\d+):(\\d+)\\]").matcher(key);
        if (slice.matches()) {
            return Integer.parseInt(slice.group(1)) - Integer.parseInt(slice.group(2)) + 1;
        }
        if (ARCHITECTURE_BITS.containsKey(key)) {
            return ARCHITECTURE_BITS.get(key);
        }
        String[] path = key.split("\\.", -1);
        if (path[0].equals("meta")) {
            return typeBits(member("metadata_t", TYPE + path[1] + ";"));
        }
        String header = member("headers_t", "(\\w+)\\s+" + path[1] + ";");
        return source.header(header).get(path[2]);
    }

    private String member(String struct, String field) {
        String body = source.find("struct " + struct + " \\{([^}]*)\\}").get(0).get(0);
        return new ProgramSource(body).find("\\b" + field).get(0).get(0);
    }

    private String qualified(int position, String name) {
        for (Map.Entry<String, int[]> control : controls.entrySet()) {
            if (position > control.getValue()[0] && position < control.getValue()[1]) {
                return control.getKey() + "." + name;
            }
        }
        return name;
    }

    private int end(int begin) {
        int depth = 0;
        for (int i = begin; i < source.text().length(); i++) {
            char c = source.text().charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new AssertionError("a control does not end");
    }
}
