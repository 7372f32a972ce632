package io.losslab.p4.action;

import io.losslab.p4.expression.Value;
import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.PacketState;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** An action of a program. */
public final class Action {
    /** Jumps that an action may make for one packet. */
    private static final int MOST_JUMPS = 1 << 16;

    /**
     * A parameter.
     *
     * @param slot first of its words among the arguments
     */
    public record Parameter(String name, int widthBits, int slot) {}

    private final String name;
    private final int id;
    private final List<Parameter> parameters;
    private Step[] steps = {};

    Action(String name, int id, List<Parameter> parameters) {
        this.name = name;
        this.id = id;
        this.parameters = List.copyOf(parameters);
    }

    void setSteps(List<Step> all) {
        steps = all.toArray(Step[]::new);
    }

    public String name() {
        return name;
    }

    public int id() {
        return id;
    }

    public List<Parameter> parameters() {
        return parameters;
    }

    /**
     * The action with these arguments.
     *
     * @throws IllegalArgumentException where their number is wrong
     */
    public ActionCall call(List<BigInteger> values) {
        if (values.size() != parameters.size()) {
            throw new IllegalArgumentException(
                    "%s takes %d arguments: %d".formatted(name, parameters.size(), values.size()));
        }
        long[] words = new long[wordCount()];
        for (int i = 0; i < values.size(); i++) {
            Parameter parameter = parameters.get(i);
            Bits.store(values.get(i), parameter.widthBits(), words, parameter.slot());
        }
        return new ActionCall(this, words);
    }

    /** Runs with arguments that are there already. */
    void run(PacketState packet, long[] arguments) {
        packet.arguments = arguments;
        int jumps = 0;
        for (int i = 0; i < steps.length && !packet.exited; i++) {
            steps[i].run(packet);
            if (packet.jump >= 0) {
                i = packet.jump - 1;
                packet.jump = -1;
                if (++jumps > MOST_JUMPS) {
                    packet.environment().fault("action " + name + " does not end");
                    return;
                }
            }
        }
    }

    /** What its parameters stand for in expressions. */
    List<Value> arguments() {
        List<Value> values = new ArrayList<>();
        for (Parameter parameter : parameters) {
            values.add(Value.argument(parameter.slot(), parameter.widthBits()));
        }
        return values;
    }

    private int wordCount() {
        return parameters.stream().mapToInt(it -> Bits.words(it.widthBits())).sum();
    }
}
