package io.losslab.services.p4runtime.program;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.v1.Action;
import java.util.List;

/**
 * An action and its parameters.
 *
 * @param id as the P4Info says
 * @param name such as {@code ingress.forward}
 * @param params in order
 */
public record ActionSchema(int id, String name, List<Param> params) {
    public ActionSchema {
        params = List.copyOf(params);
    }

    /**
     * A parameter.
     *
     * @param widthBits 0 for a string that the controller chose
     */
    public record Param(int id, String name, int widthBits) {}

    static ActionSchema of(io.losslab.proto.p4.config.v1.Action action) {
        return new ActionSchema(
                action.getPreamble().getId(),
                action.getPreamble().getName(),
                action.getParamsList().stream()
                        .map(it -> new Param(it.getId(), it.getName(), it.getBitwidth()))
                        .toList());
    }

    /** Checks a call; returns it with canonical values. */
    public Action check(Action call) throws Refusal {
        if (call.getParamsCount() != params.size()) {
            throw wrongParams();
        }
        Action.Builder canonical = null;
        for (Param param : params) {
            int at = indexOf(call, param.id());
            ByteString sent = call.getParams(at).getValue();
            ByteString value = BitString.unsigned(sent, param.widthBits(), param.name());
            if (value.size() != sent.size()) {
                canonical = canonical == null ? call.toBuilder() : canonical;
                canonical.getParamsBuilder(at).setValue(value);
            }
        }
        return canonical == null ? call : canonical.build();
    }

    private int indexOf(Action call, int paramId) throws Refusal {
        for (int i = 0; i < call.getParamsCount(); i++) {
            if (call.getParams(i).getParamId() == paramId) {
                return i;
            }
        }
        throw wrongParams();
    }

    private Refusal wrongParams() {
        if (params.isEmpty()) {
            return Refusal.invalid(name + " has no parameters");
        }
        StringBuilder text = new StringBuilder(name).append(" requires exactly the parameter");
        text.append(params.size() == 1 ? " " : "s ");
        for (int i = 0; i < params.size(); i++) {
            text.append(i == 0 ? "" : "; ").append(params.get(i).id());
            text.append(", ").append(params.get(i).name());
        }
        return Refusal.invalid(text.toString());
    }
}
