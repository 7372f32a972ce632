package io.losslab.devices.nic.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a host answered to a {@link NicScript}. */
public final class NicAnswers {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9_.:-]{1,15}");
    private static final Pattern HEAD =
            Pattern.compile(Pattern.quote(NicScript.MARK) + "(\\S+) (\\d{1,3})");
    private static final int NOT_FOUND = 127;

    private final Map<String, Answer> byName = new HashMap<>();

    /** What one command said, and how it ended. */
    private record Answer(int status, String text) {}

    private NicAnswers() {}

    /** Reads what the script printed; a head that is not whole is text of the command before it. */
    public static NicAnswers parse(String output) {
        NicAnswers answers = new NicAnswers();
        String name = "";
        int status = 0;
        StringBuilder text = new StringBuilder();
        for (String line : output.lines().toList()) {
            Matcher head = HEAD.matcher(line);
            if (head.matches()) {
                answers.byName.put(name, new Answer(status, text.toString().strip()));
                name = head.group(1);
                status = Integer.parseInt(head.group(2));
                text.setLength(0);
            } else {
                text.append(line).append('\n');
            }
        }
        answers.byName.put(name, new Answer(status, text.toString().strip()));
        return answers;
    }

    /** What a command said that succeeded. */
    public Optional<String> get(String name) {
        Answer answer = byName.get(name);
        return answer != null && answer.status == 0 ? Optional.of(answer.text) : Optional.empty();
    }

    /** The object that a command printed, whatever it warned of before. */
    public Optional<JsonNode> json(String name) {
        return get(name)
                .filter(text -> text.contains("{"))
                .flatMap(
                        text -> {
                            try {
                                return Optional.of(
                                        JSON.readTree(text.substring(text.indexOf('{'))));
                            } catch (JsonProcessingException e) {
                                return Optional.empty();
                            }
                        });
    }

    /** Why there is nothing: a line for users. */
    public String reason(String name) {
        Answer answer = byName.get(name);
        if (answer == null) {
            return "not asked";
        }
        if (answer.status == NOT_FOUND) {
            return "not installed";
        }
        return answer.text.isEmpty()
                ? "not supported"
                : answer.text.lines().findFirst().orElseThrow().strip();
    }

    /** The network interface of the port; empty where the host has none of that name. */
    public Optional<String> networkInterface() {
        return get("interface")
                .filter(name -> INTERFACE.matcher(name).matches())
                .filter(name -> get("mtu").isPresent());
    }

    /** Lines {@code NAME VALUE}. */
    public Map<String, String> table(String name) {
        Map<String, String> table = new TreeMap<>();
        get(name)
                .ifPresent(
                        text ->
                                text.lines()
                                        .map(line -> line.strip().split("\\s+", 2))
                                        .filter(words -> words.length == 2)
                                        .forEach(words -> table.put(words[0], words[1])));
        return table;
    }

    /** Lines {@code NAME: VALUE}, as ethtool prints them. */
    public Map<String, String> colons(String name) {
        Map<String, String> table = new TreeMap<>();
        get(name)
                .ifPresent(
                        text ->
                                text.lines()
                                        .filter(line -> line.contains(":"))
                                        .forEach(
                                                line -> {
                                                    int colon = line.lastIndexOf(':');
                                                    table.put(
                                                            line.substring(0, colon).strip(),
                                                            line.substring(colon + 1).strip());
                                                }));
        return table;
    }
}
