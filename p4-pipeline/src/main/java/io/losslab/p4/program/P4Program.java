package io.losslab.p4.program;

import io.losslab.p4.action.Action;
import io.losslab.p4.action.ActionReader;
import io.losslab.p4.expression.ExpressionReader;
import io.losslab.p4.extern.Resources;
import io.losslab.p4.json.JsonView;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.Layout;
import io.losslab.p4.packet.Names;
import io.losslab.p4.packet.StandardMetadata;
import io.losslab.p4.parser.Deparser;
import io.losslab.p4.parser.Parser;
import io.losslab.p4.parser.ParserReader;
import io.losslab.p4.parser.ValueSet;
import io.losslab.p4.table.ActionProfile;
import io.losslab.p4.table.MatchTable;
import io.losslab.p4.table.TableReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A v1model program as {@code p4c-bm2-ss} compiles it, ready to run: one for each switch, since it
 * holds the switch's entries and cells. On its switch's thread.
 *
 * <p>Source of the format: behavioral-model, docs/JSON_format.md, version 2.24.
 */
public final class P4Program {
    private static final int MAJOR_VERSION = 2;
    private static final int NEWEST_MINOR_VERSION = 24;

    private final Layout layout;
    private final StandardMetadata metadata;
    private final Resources resources;
    private final Parser parser;
    private final Deparser deparser;
    private final Control ingress;
    private final Control egress;
    private final Map<String, MatchTable> tables = new LinkedHashMap<>();
    private final Map<String, ActionProfile> profiles;
    private final Map<String, ValueSet> valueSets;
    private final Map<Integer, FieldList> fieldLists = new LinkedHashMap<>();
    private final Map<Integer, FieldList> digests = new LinkedHashMap<>();

    private P4Program(JsonView root) {
        checkVersion(root);
        Names names = Names.read(root);
        layout = names.layout();
        metadata = StandardMetadata.of(names);
        resources = Resources.read(root, names);
        ExpressionReader expressions =
                new ExpressionReader(names, resources.registers(), List.of());
        ActionReader actionReader = new ActionReader(expressions, resources, metadata);
        refuseExterns(root);
        ParserReader parsers = new ParserReader(root, expressions, actionReader, resources);
        parser = parsers.readParser();
        deparser = parsers.readDeparser();
        valueSets = parsers.valueSets();
        Map<Integer, Action> actions = actionReader.readAll(root);
        TableReader tableReader = new TableReader(names, actions, resources);
        ingress = control(root, "ingress", expressions, tableReader, actions);
        egress = control(root, "egress", expressions, tableReader, actions);
        profiles = tableReader.profiles();
        root.itemsOf("field_lists").forEach(it -> readList(it, names, fieldLists));
        root.itemsOf("learn_lists").forEach(it -> readList(it, names, digests));
    }

    /**
     * Reads a program.
     *
     * @throws io.losslab.p4.json.ProgramException that says where it is wrong, and why
     */
    public static P4Program read(byte[] json) {
        return new P4Program(JsonView.parse(json));
    }

    public Layout layout() {
        return layout;
    }

    public StandardMetadata metadata() {
        return metadata;
    }

    public Resources resources() {
        return resources;
    }

    public Parser parser() {
        return parser;
    }

    public Deparser deparser() {
        return deparser;
    }

    public Control ingress() {
        return ingress;
    }

    public Control egress() {
        return egress;
    }

    public Map<String, MatchTable> tables() {
        return tables;
    }

    public Map<String, ActionProfile> profiles() {
        return profiles;
    }

    public Map<String, ValueSet> valueSets() {
        return valueSets;
    }

    /** A list of fields to keep; null where there is none of this id. */
    public FieldList fieldList(int id) {
        return fieldLists.get(id);
    }

    /** What a digest tells; null where there is none of this id. */
    public FieldList digest(int id) {
        return digests.get(id);
    }

    /** What its digests tell, by name; calls of one name tell fields of one type. */
    public Map<String, FieldList> digests() {
        Map<String, FieldList> named = new LinkedHashMap<>();
        digests.values().forEach(it -> named.put(it.name(), it));
        return named;
    }

    private static void checkVersion(JsonView root) {
        root.find("__meta__")
                .flatMap(it -> it.find("version"))
                .ifPresent(
                        version -> {
                            int major = version.items(2).get(0).number();
                            int minor = version.at(1).number();
                            if (major != MAJOR_VERSION || minor > NEWEST_MINOR_VERSION) {
                                throw version.refused(
                                        "expected version 2.0 to 2.%d, found %d.%d"
                                                .formatted(NEWEST_MINOR_VERSION, major, minor));
                            }
                        });
    }

    private static void refuseExterns(JsonView root) {
        for (JsonView extern : root.itemsOf("extern_instances")) {
            throw extern.at("type")
                    .refused("there is no extern type '" + extern.text("type") + "'");
        }
    }

    private Control control(
            JsonView root,
            String name,
            ExpressionReader expressions,
            TableReader reader,
            Map<Integer, Action> actions) {
        JsonView view =
                root.at("pipelines").items().stream()
                        .filter(it -> it.text("name").equals(name))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        root.at("pipelines")
                                                .refused("pipeline '" + name + "' is missing"));
        return new ControlReader(expressions, reader, actions, tables).read(view);
    }

    private static void readList(JsonView view, Names names, Map<Integer, FieldList> into) {
        List<FieldLayout> fields = new ArrayList<>();
        for (JsonView element : view.at("elements").items()) {
            if (!element.text("type").equals("field")) {
                throw element.at("type").wrong("field");
            }
            fields.add(names.field(element.at("value")));
        }
        int id = view.at("id").number();
        into.put(id, new FieldList(id, view.text("name", ""), fields));
    }
}
