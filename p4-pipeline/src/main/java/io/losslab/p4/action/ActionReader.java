package io.losslab.p4.action;

import io.losslab.p4.expression.ExpressionReader;
import io.losslab.p4.extern.Resources;
import io.losslab.p4.json.JsonView;
import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.StandardMetadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads actions and single primitives. */
public final class ActionReader {
    private static final int WIDEST_PARAMETER_BITS = 1 << 11;

    private final ExpressionReader expressions;
    private final Resources resources;
    private final StandardMetadata metadata;

    public ActionReader(
            ExpressionReader expressions, Resources resources, StandardMetadata metadata) {
        this.expressions = expressions;
        this.resources = resources;
        this.metadata = metadata;
    }

    /** Reads all actions, by id. */
    public Map<Integer, Action> readAll(JsonView root) {
        Map<Integer, Action> actions = new LinkedHashMap<>();
        for (JsonView view : root.itemsOf("actions")) {
            Action action = read(view);
            if (actions.put(action.id(), action) != null) {
                throw view.at("id").refused("duplicate action id " + action.id());
            }
        }
        return actions;
    }

    /** Reads a primitive outside of an action. */
    public Step step(JsonView view) {
        return step(view, expressions);
    }

    private Action read(JsonView view) {
        List<Action.Parameter> parameters = new ArrayList<>();
        int slot = 0;
        for (JsonView parameter : view.itemsOf("runtime_data")) {
            int width = parameter.at("bitwidth").number(1, WIDEST_PARAMETER_BITS);
            parameters.add(new Action.Parameter(parameter.text("name"), width, slot));
            slot += Bits.words(width);
        }
        Action action = new Action(view.text("name"), view.at("id").number(), parameters);
        ExpressionReader local = expressions.with(action.arguments());
        List<Step> steps = new ArrayList<>();
        for (JsonView primitive : view.itemsOf("primitives")) {
            steps.add(step(primitive, local));
        }
        action.setSteps(steps);
        return action;
    }

    private Step step(JsonView view, ExpressionReader local) {
        Operands operands = new Operands(view, local);
        Step step = new HeaderPrimitives(operands).read();
        step = step != null ? step : new NumberPrimitives(operands).read();
        step = step != null ? step : new SwitchPrimitives(operands, resources, metadata).read();
        if (step == null) {
            throw view.at("op").refused("there is no primitive '" + view.text("op") + "'");
        }
        return step;
    }
}
