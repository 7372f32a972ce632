package io.losslab.p4.parser;

import io.losslab.p4.action.ActionReader;
import io.losslab.p4.action.Step;
import io.losslab.p4.expression.Expression.Condition;
import io.losslab.p4.expression.ExpressionReader;
import io.losslab.p4.extern.Resources;
import io.losslab.p4.json.JsonView;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the parser, the deparser, the value sets and the checksums of a program. */
public final class ParserReader {
    private final JsonView root;
    private final ExpressionReader expressions;
    private final ActionReader actions;
    private final Resources resources;
    private final Names names;
    private final ParserErrors errors;
    private final List<Checksum> checksums = new ArrayList<>();
    private final Map<String, ValueSet> sets = new LinkedHashMap<>();

    public ParserReader(
            JsonView root,
            ExpressionReader expressions,
            ActionReader actions,
            Resources resources) {
        this.root = root;
        this.expressions = expressions;
        this.actions = actions;
        this.resources = resources;
        this.names = expressions.names();
        this.errors = new ParserErrors(root);
        for (JsonView view : root.itemsOf("parse_vsets")) {
            int width = view.at("compressed_bitwidth").number(1, 1 << 16);
            sets.put(view.text("name"), new ValueSet(view.text("name"), width));
        }
        root.itemsOf("checksums").forEach(it -> checksums.add(readChecksum(it)));
    }

    /** Value sets by name. */
    public Map<String, ValueSet> valueSets() {
        return sets;
    }

    /** Reads the parser, which v1model has one of. */
    public Parser readParser() {
        List<JsonView> parsers = root.at("parsers").items();
        if (parsers.size() != 1) {
            throw root.at("parsers").wrong("one parser");
        }
        JsonView view = parsers.get(0);
        Map<String, ParseState> states = new LinkedHashMap<>();
        List<JsonView> views = view.itemsOf("parse_states");
        for (JsonView state : views) {
            String name = state.text("name");
            if (states.put(name, new ParseState(name)) != null) {
                throw state.at("name").refused("duplicate state '" + name + "'");
            }
        }
        StateReader reader = new StateReader(expressions, actions, errors, sets, states);
        views.forEach(it -> reader.read(it, states.get(it.text("name"))));
        Optional<JsonView> start = view.find("init_state");
        return new Parser(start.map(reader::state).orElse(null), checksums, errors);
    }

    /** Reads the deparser. */
    public Deparser readDeparser() {
        List<JsonView> deparsers = root.at("deparsers").items();
        if (deparsers.size() != 1) {
            throw root.at("deparsers").wrong("one deparser");
        }
        JsonView view = deparsers.get(0);
        List<Step> steps = view.itemsOf("primitives").stream().map(actions::step).toList();
        List<HeaderImage> order = new ArrayList<>();
        for (JsonView name : view.at("order").items()) {
            order.add(new HeaderImage(names.header(name)));
        }
        return new Deparser(steps, order, checksums);
    }

    private Checksum readChecksum(JsonView view) {
        if (!view.text("type").equals("generic")) {
            throw view.at("type").wrong("generic");
        }
        FieldLayout field = names.field(view.at("target"));
        if (!field.isNarrow() || field.isVariable()) {
            throw view.at("target").wrong("a field of at most 64 bits");
        }
        HeaderLayout header = names.layout().headers().get(field.header());
        Optional<JsonView> condition = view.find("if_cond");
        Condition when = condition.map(expressions::condition).orElse(packet -> true);
        return new Checksum(
                field,
                header,
                Resources.named(resources.calculations(), view.at("calculation"), "calculation"),
                when,
                view.flag("verify", true),
                view.flag("update", true));
    }
}
