package io.losslab.p4.program;

import io.losslab.p4.action.Action;
import io.losslab.p4.expression.ExpressionReader;
import io.losslab.p4.json.JsonView;
import io.losslab.p4.table.MatchTable;
import io.losslab.p4.table.TableReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one pipeline of the JSON: its tables, conditions and calls, and how they follow. */
final class ControlReader {
    private final ExpressionReader expressions;
    private final TableReader tables;
    private final Map<Integer, Action> actions;
    private final Map<String, MatchTable> known;
    private final Map<String, ControlNode> nodes = new LinkedHashMap<>();

    /** A reader that adds the tables it reads to {@code known}. */
    ControlReader(
            ExpressionReader expressions,
            TableReader tables,
            Map<Integer, Action> actions,
            Map<String, MatchTable> known) {
        this.expressions = expressions;
        this.tables = tables;
        this.actions = actions;
        this.known = known;
    }

    Control read(JsonView view) {
        List<JsonView> tableViews = view.itemsOf("tables");
        List<JsonView> conditions = view.itemsOf("conditionals");
        List<JsonView> calls = view.itemsOf("action_calls");
        view.itemsOf("action_profiles").forEach(tables::readProfile);
        for (JsonView each : tableViews) {
            MatchTable table = tables.read(each);
            add(each, new ControlNode.Apply(table));
            known.put(table.name(), table);
        }
        for (JsonView each : conditions) {
            add(each, new ControlNode.If(expressions.condition(each.at("expression"))));
        }
        for (JsonView each : calls) {
            add(each, call(each));
        }
        tableViews.forEach(this::linkTable);
        for (JsonView each : conditions) {
            ControlNode.If node = (ControlNode.If) nodes.get(each.text("name"));
            node.link(next(each, "true_next"), next(each, "false_next"));
        }
        for (JsonView each : calls) {
            ControlNode.Call node = (ControlNode.Call) nodes.get(each.text("name"));
            node.link(next(each, "next_node"));
        }
        return new Control(view.text("name"), next(view, "init_table"));
    }

    private void add(JsonView view, ControlNode node) {
        String name = view.text("name");
        if (nodes.put(name, node) != null
                || node instanceof ControlNode.Apply && known.containsKey(name)) {
            throw view.at("name").refused("duplicate name '" + name + "'");
        }
    }

    private ControlNode.Call call(JsonView view) {
        Action action = actions.get(view.at("action_id").number());
        if (action == null || !action.parameters().isEmpty()) {
            throw view.at("action_id").wrong("the id of an action without parameters");
        }
        return new ControlNode.Call(action.call(List.of()));
    }

    private void linkTable(JsonView view) {
        ControlNode.Apply node = (ControlNode.Apply) nodes.get(view.text("name"));
        JsonView nexts = view.at("next_tables");
        if (nexts.keys().contains("__HIT__") || nexts.keys().contains("__MISS__")) {
            node.linkByHit(next(nexts, "__HIT__"), next(nexts, "__MISS__"));
            return;
        }
        List<Action> taken = new ArrayList<>();
        List<ControlNode> after = new ArrayList<>();
        for (Action action : known.get(view.text("name")).actions()) {
            if (!nexts.keys().contains(action.name())) {
                throw nexts.refused("'" + action.name() + "' is missing");
            }
            taken.add(action);
            after.add(next(nexts, action.name()));
        }
        node.linkByAction(
                taken.toArray(Action[]::new),
                after.toArray(ControlNode[]::new),
                next(view, "base_default_next"));
    }

    /** The step that a key names; null where it names none. */
    private ControlNode next(JsonView view, String key) {
        return view.find(key).map(this::node).orElse(null);
    }

    private ControlNode node(JsonView name) {
        ControlNode found = nodes.get(name.text());
        if (found == null) {
            throw name.refused("there is no table or condition '" + name.text() + "'");
        }
        return found;
    }
}
