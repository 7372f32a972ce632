package io.losslab.devices.nic.setting;

import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One setting of a NIC, as texts by name. What was read is complete; what is wanted may be some of
 * it, and a name that begins with {@value #OPTIONAL} is wanted only of hosts that have it.
 *
 * @param nic name of the port
 * @param setting name of the setting
 * @param values by name, in order of names
 */
public record NicState(String nic, String setting, Map<String, String> values) {
    public static final String OPTIONAL = "?";

    private static final String NIC = "nic";
    private static final String SETTING = "setting";

    public NicState {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** What a message of a journal or a plan says. */
    public static NicState of(Message message) {
        Map<String, String> all = new TreeMap<>();
        ((Struct) message)
                .getFieldsMap()
                .forEach((name, value) -> all.put(name, value.getStringValue()));
        return new NicState(all.remove(NIC), all.remove(SETTING), all);
    }

    public Message message() {
        Struct.Builder message =
                Struct.newBuilder().putFields(NIC, text(nic)).putFields(SETTING, text(setting));
        values.forEach((name, value) -> message.putFields(name, text(value)));
        return message.build();
    }

    /** What of it a host must have and does not. */
    public List<String> requiredOf(NicState present) {
        return values.keySet().stream()
                .filter(name -> !name.startsWith(OPTIONAL))
                .filter(name -> !present.values.containsKey(name))
                .toList();
    }

    /** What of it a host does not have and need not have. */
    public List<String> optionalOf(NicState present) {
        return values.keySet().stream()
                .filter(name -> name.startsWith(OPTIONAL))
                .map(name -> name.substring(OPTIONAL.length()))
                .filter(name -> !present.values.containsKey(name))
                .toList();
    }

    /** What differs from another state, of which it may be a part, with the values it has here. */
    public Map<String, String> differingFrom(NicState present) {
        Map<String, String> differing = new TreeMap<>();
        values.forEach(
                (name, value) -> {
                    boolean optional = name.startsWith(OPTIONAL);
                    String plain = optional ? name.substring(OPTIONAL.length()) : name;
                    String now = present.values.get(plain);
                    if (now == null ? !optional : !now.equals(value)) {
                        differing.put(plain, value);
                    }
                });
        return differing;
    }

    public boolean isSameMatter(NicState other) {
        return nic.equals(other.nic) && setting.equals(other.setting);
    }

    /** For users, without the names of NIC and setting. */
    public String text() {
        List<String> words = new ArrayList<>();
        values.forEach(
                (name, value) ->
                        words.add(
                                name.startsWith(OPTIONAL)
                                        ? "%s %s (if available)"
                                                .formatted(name.substring(OPTIONAL.length()), value)
                                        : name + " " + value));
        return words.isEmpty() ? "not available" : String.join(", ", words);
    }

    @Override
    public String toString() {
        return "%s %s: %s".formatted(nic, setting, text());
    }

    /** Several for users. */
    public static String text(List<Message> state) {
        return state.stream()
                .map(NicState::of)
                .map(NicState::toString)
                .collect(Collectors.joining("; "));
    }

    private static Value text(String value) {
        return Value.newBuilder().setStringValue(value).build();
    }
}
