package io.losslab.devices.nic.tool;

import com.fasterxml.jackson.databind.JsonNode;
import io.losslab.devices.ssh.ShellWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** iproute2's {@code dcb}, which sets what the kernel's driver has. */
public final class Dcb implements QosTool {
    private static final String ON = "1";

    private final NicAnswers answers;
    private final String network;

    /**
     * What a host answered.
     *
     * @param network name of the interface
     */
    public Dcb(NicAnswers answers, String network) {
        this.answers = answers;
        this.network = network;
    }

    @Override
    public Optional<List<String>> pfc() {
        return answers.json("pfc").flatMap(pfc -> list(pfc.path("prio_pfc")));
    }

    @Override
    public String setPfc(List<String> priorities) {
        return command(
                "pfc set",
                "prio-pfc",
                priorities.stream().map(on -> on.equals(ON) ? "on" : "off").toList());
    }

    @Override
    public Optional<Ets> ets() {
        return answers.json("ets")
                .flatMap(
                        ets ->
                                Ets.of(
                                        list(ets.path("prio_tc")),
                                        list(ets.path("tc_tsa")),
                                        list(ets.path("tc_bw"))));
    }

    /** All at once: dcb sends what it does not change as the driver reported it, and checks it. */
    @Override
    public String setEts(Ets ets) {
        return command("ets set", "tc-tsa", ets.algorithms())
                + mapping("tc-bw", ets.shares())
                + mapping("prio-tc", ets.classes());
    }

    @Override
    public Optional<Buffers> buffers() {
        return answers.json("buffer")
                .flatMap(
                        buffer ->
                                Buffers.of(
                                        list(buffer.path("prio_buffer")),
                                        list(buffer.path("buffer_size"))));
    }

    @Override
    public List<String> setBuffers(Buffers buffers) {
        return List.of(
                command("buffer set", "prio-buffer", buffers.ofPriorities())
                        + mapping("buffer-size", buffers.bytes()));
    }

    /** Versions of dcb put a separator between the numbers of a pair, or none. */
    @Override
    public Optional<Map<Integer, Set<Integer>>> dscp() {
        return answers.json("app").flatMap(app -> dscp(app.path("dscp_prio")));
    }

    private static Optional<Map<Integer, Set<Integer>>> dscp(JsonNode pairs) {
        Map<Integer, Set<Integer>> priorities = new TreeMap<>();
        for (JsonNode pair : pairs) {
            List<Integer> numbers = new ArrayList<>();
            pair.forEach(
                    word -> {
                        if (word.isInt()) {
                            numbers.add(word.asInt());
                        }
                    });
            if (numbers.size() != 2 || !QosTool.isMapping(numbers.get(0), numbers.get(1))) {
                return Optional.empty();
            }
            priorities.computeIfAbsent(numbers.get(0), any -> new TreeSet<>()).add(numbers.get(1));
        }
        return Optional.of(priorities);
    }

    @Override
    public List<String> addDscp(Map<Integer, Integer> priorities) {
        return List.of(app("add", priorities));
    }

    @Override
    public List<String> removeDscp(Map<Integer, Integer> priorities) {
        return List.of(app("del", priorities));
    }

    private String app(String verb, Map<Integer, Integer> priorities) {
        return "dcb app %s dev %s dscp-prio %s"
                .formatted(
                        verb,
                        network,
                        priorities.entrySet().stream()
                                .map(entry -> entry.getKey() + ":" + entry.getValue())
                                .collect(Collectors.joining(" ")));
    }

    private String command(String verb, String name, List<String> values) {
        return "dcb %s dev %s%s".formatted(verb, network, mapping(name, values));
    }

    private static String mapping(String name, List<String> values) {
        return " %s %s"
                .formatted(
                        name,
                        IntStream.range(0, values.size())
                                .mapToObj(i -> ShellWords.plain(i + ":" + values.get(i)))
                                .collect(Collectors.joining(" ")));
    }

    /** One value each, or the tool has not said it. */
    private static Optional<List<String>> list(JsonNode array) {
        List<String> values = new ArrayList<>();
        array.forEach(
                value ->
                        values.add(
                                value.isBoolean() ? value.asBoolean() ? ON : "0" : value.asText()));
        return Optional.of(values).filter(all -> all.size() == COUNT);
    }
}
