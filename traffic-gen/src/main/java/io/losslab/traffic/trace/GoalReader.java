package io.losslab.traffic.trace;

import io.losslab.traffic.program.Program;
import io.losslab.traffic.program.ProgramBuilder;
import io.losslab.traffic.program.ProgramException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads GOAL, the group operation assembly language (Hoefler et al., 2009), as LogGOPSim's and
 * ATLAHS's tools write it as text. A statement ends with its line or a semicolon.
 *
 * <p>A calculation of n takes n nanoseconds on its {@code cpu}. What {@code irequires} another
 * begins when that one may. {@code nic} says nothing here: a host has one.
 */
public final class GoalReader {
    private static final Pattern WORD =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_]*|-?[0-9]+|[:{};]|\\S");
    private static final int MOST_RANKS = 1 << 16;
    private static final BigInteger MOST_BYTES = BigInteger.ONE.shiftLeft(31);

    /** The highest one stands for any tag. */
    private static final BigInteger MOST_TAG = BigInteger.valueOf(0xFFFF_FFFEL);

    private static final BigInteger MOST_NANOS = BigInteger.valueOf(86_400_000_000_000L);

    /** Who requires whom, by label. */
    private record Requirement(int line, String waiting, String awaited, boolean toBegin) {}

    private final String file;
    private final List<String> words = new ArrayList<>();
    private ProgramBuilder program;
    private int at;
    private int line;
    private boolean inComment;

    /** Of the block that is being read; -1 outside. */
    private int rank = -1;

    private boolean[] seen = {};
    private final Map<String, Integer> labels = new HashMap<>();
    private final List<Requirement> requirements = new ArrayList<>();

    /** By operation of the block: one that is complete when it may begin. */
    private final Map<Integer, Integer> begins = new HashMap<>();

    private GoalReader(String file) {
        this.file = file;
    }

    /**
     * Reads a program.
     *
     * @param file name for users
     * @throws TraceException where it cannot be one
     */
    public static Program read(String file, Reader text) throws IOException, TraceException {
        GoalReader reader = new GoalReader(file);
        try (BufferedReader lines = new BufferedReader(text)) {
            return reader.read(lines);
        } catch (ProgramException e) {
            throw reader.problem(e.getMessage(), "");
        }
    }

    private Program read(BufferedReader lines) throws IOException, TraceException {
        for (String text = lines.readLine(); text != null; text = lines.readLine()) {
            line++;
            split(text);
            while (at < words.size()) {
                statement();
            }
        }
        if (program == null) {
            throw problem("the file has no num_ranks", "num_ranks and a number");
        }
        if (rank >= 0) {
            throw problem("the block of rank %d has no end".formatted(rank), "}");
        }
        return program.build();
    }

    /** The words of a line without its comments. */
    private void split(String text) {
        words.clear();
        at = 0;
        String left = text;
        StringBuilder code = new StringBuilder();
        while (!left.isEmpty()) {
            int end = inComment ? left.indexOf("*/") : left.indexOf("/*");
            int rest = inComment ? -1 : left.indexOf("//");
            if (rest >= 0 && (end < 0 || rest < end)) {
                code.append(left, 0, rest);
                break;
            }
            if (!inComment) {
                code.append(left, 0, end < 0 ? left.length() : end).append(' ');
            }
            if (end < 0) {
                break;
            }
            left = left.substring(end + 2);
            inComment = !inComment;
        }
        Matcher matcher = WORD.matcher(code);
        while (matcher.find()) {
            words.add(matcher.group());
        }
    }

    private void statement() throws TraceException {
        String word = next("a statement");
        if (word.equals(";")) {
            return;
        }
        switch (word) {
            case "num_ranks" -> ranks();
            case "rank" -> beginBlock();
            case "}" -> endBlock();
            default -> inBlock(word);
        }
    }

    private void ranks() throws TraceException {
        int count = (int) number("a number of ranks", BigInteger.valueOf(MOST_RANKS));
        if (program != null || count < 1) {
            throw problem(
                    program == null ? "there are no ranks" : "num_ranks stands here again",
                    "num_ranks once, from 1 to %d".formatted(MOST_RANKS));
        }
        program = new ProgramBuilder(count, "line");
        seen = new boolean[count];
    }

    private void beginBlock() throws TraceException {
        if (program == null || rank >= 0) {
            throw problem(
                    program == null
                            ? "a rank stands in front of num_ranks"
                            : "the block of rank %d has no end".formatted(rank),
                    program == null ? "num_ranks" : "}");
        }
        int begun = rank("the rank of a block");
        if (seen[begun]) {
            throw problem("rank %d has two blocks".formatted(begun), "one block a rank");
        }
        expect("{");
        seen[begun] = true;
        rank = begun;
    }

    private void endBlock() throws TraceException {
        if (rank < 0) {
            throw problem("a block ends that has not begun", "rank N {");
        }
        int end = line;
        for (Requirement each : requirements) {
            line = each.line();
            int waiting = operation(each.waiting());
            int awaited = operation(each.awaited());
            if (!each.toBegin()) {
                program.require(waiting, awaited);
                if (begins.containsKey(waiting)) {
                    program.require(begins.get(waiting), awaited);
                }
            } else {
                int begin = begins.get(awaited);
                program.require(waiting, begin);
                if (begins.containsKey(waiting)) {
                    program.require(begins.get(waiting), begin);
                }
            }
        }
        line = end;
        requirements.clear();
        labels.clear();
        begins.clear();
        rank = -1;
    }

    private void inBlock(String word) throws TraceException {
        if (rank < 0) {
            throw problem("'%s' stands outside of a rank's block".formatted(word), "rank N {");
        }
        if (isOperation(word)) {
            operation(word, "");
            return;
        }
        if (!Character.isLetter(word.charAt(0))) {
            throw problem("'%s' begins no statement".formatted(word), "a label, send, recv, calc");
        }
        String then = next("':', requires or irequires");
        switch (then) {
            case ":" -> {
                if (labels.containsKey(word)) {
                    throw problem("rank %d has two operations '%s'".formatted(rank, word), "");
                }
                operation(next("send, recv or calc"), word);
            }
            case "requires", "irequires" -> require(word, then.equals("irequires"));
            default ->
                    throw problem(
                            "'%s' follows the label '%s'".formatted(then, word),
                            "':', requires or irequires");
        }
    }

    private void require(String waiting, boolean toBegin) throws TraceException {
        String awaited = next("a label");
        requirements.add(new Requirement(line, waiting, awaited, toBegin));
        if (toBegin) {
            Integer known = labels.get(awaited);
            if (known == null) {
                throw problem(
                        "rank %d has no operation '%s' above".formatted(rank, awaited), "a label");
            }
            begins.computeIfAbsent(known, any -> program.compute(rank, 0, Program.NO_STREAM));
        }
        end();
    }

    private int operation(String label) throws TraceException {
        Integer known = labels.get(label);
        if (known == null) {
            throw problem("rank %d has no operation '%s'".formatted(rank, label), "a label");
        }
        return known;
    }

    private static boolean isOperation(String word) {
        return word.equals("send") || word.equals("recv") || word.equals("calc");
    }

    private void operation(String word, String label) throws TraceException {
        int number =
                switch (word) {
                    case "send", "recv" -> message(word.equals("send"));
                    case "calc" -> calculation();
                    default ->
                            throw problem(
                                    "'%s' is no operation".formatted(word), "send, recv or calc");
                };
        program.placeAt(line);
        if (!label.isEmpty()) {
            labels.put(label, number);
        }
        end();
    }

    private int calculation() throws TraceException {
        long nanos = number("nanoseconds", MOST_NANOS);
        int cpu = 0;
        while (isNext("cpu", "nic")) {
            String word = next("");
            int value = (int) number("a number of a " + word, BigInteger.valueOf(255));
            cpu = word.equals("cpu") ? value : cpu;
        }
        return program.compute(rank, nanos, cpu);
    }

    private int message(boolean sends) throws TraceException {
        long bytes = Math.max(1, number("a number of bytes", MOST_BYTES));
        expect("b");
        expect(sends ? "to" : "from");
        int peer = rank(sends ? "the receiving rank" : "the sending rank");
        if (peer == rank) {
            throw problem("rank %d sends to itself".formatted(rank), "another rank");
        }
        int tag = 0;
        while (isNext("tag", "cpu", "nic")) {
            String word = next("");
            long value = number("a number of a " + word, MOST_TAG);
            tag = word.equals("tag") ? (int) value : tag;
        }
        return sends
                ? program.send(rank, peer, tag, bytes)
                : program.receive(rank, peer, tag, bytes);
    }

    private int rank(String what) throws TraceException {
        if (program == null) {
            throw problem("a rank stands in front of num_ranks", "num_ranks");
        }
        return (int) number(what, BigInteger.valueOf(program.ranks() - 1L));
    }

    private long number(String what, BigInteger most) throws TraceException {
        String word = next(what);
        if (word.equals("-1")) {
            throw problem(
                    "any source and any tag (-1) are not replayed: who sends is not known before",
                    what);
        }
        if (!word.matches("[0-9]+") || new BigInteger(word).compareTo(most) > 0) {
            throw problem(
                    "'%s' is not %s".formatted(word, what), "%s, at most %d".formatted(what, most));
        }
        return Long.parseLong(word);
    }

    private boolean isNext(String... some) {
        return at < words.size() && List.of(some).contains(words.get(at));
    }

    private void expect(String wanted) throws TraceException {
        String word = next("'" + wanted + "'");
        if (!word.equals(wanted)) {
            throw problem("'%s' stands here".formatted(word), "'" + wanted + "'");
        }
    }

    /** A statement is complete. */
    private void end() throws TraceException {
        if (at < words.size() && !isNext(";", "}")) {
            throw problem(
                    "'%s' stands behind a statement".formatted(words.get(at)),
                    "the end of the line, or ';'");
        }
    }

    private String next(String expected) throws TraceException {
        if (at == words.size()) {
            throw problem("the line ends here", expected);
        }
        return words.get(at++);
    }

    private TraceException problem(String what, String expected) {
        return new TraceException(file, line, what, expected);
    }
}
