package io.losslab.traffic.size;

import io.losslab.traffic.size.SizeDistribution.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads workload files: a line {@code sampling WORD, source TEXT}, then a line {@code BYTES
 * PROBABILITY} for each point. Empty lines and what follows a {@code #} do not count.
 */
public final class WorkloadReader {
    private static final Pattern HEADER =
            Pattern.compile("sampling\\s+(linear|step|logLinear)\\s*,\\s*source\\s+(\\S.*)");
    private static final Pattern POINT =
            Pattern.compile("([0-9]{1,18})\\s+([0-9]+(?:\\.[0-9]+)?(?:[eE]-?[0-9]+)?)");

    private WorkloadReader() {}

    /**
     * Reads a file's text.
     *
     * @param name of the workload, for users
     * @param file by which errors call it
     * @throws WorkloadFormatException at the first line that is wrong
     */
    public static SizeDistribution read(String name, String file, String text)
            throws WorkloadFormatException {
        Matcher header = null;
        List<Point> points = new ArrayList<>();
        int number = 0;
        for (String raw : text.lines().toList()) {
            number++;
            int comment = raw.indexOf('#');
            String line = (comment < 0 ? raw : raw.substring(0, comment)).strip();
            if (line.isEmpty()) {
                continue;
            }
            if (header == null) {
                header =
                        match(
                                HEADER,
                                file,
                                number,
                                line,
                                "sampling linear|step|logLinear, source PUBLICATION");
            } else {
                points.add(point(file, number, line, points));
            }
        }
        if (header == null) {
            throw new WorkloadFormatException(
                    file,
                    Math.max(1, number),
                    "there is no header",
                    "sampling linear|step|logLinear, source PUBLICATION");
        }
        try {
            return new SizeDistribution(name, header.group(2), sampling(header.group(1)), points);
        } catch (IllegalArgumentException e) {
            throw new WorkloadFormatException(
                    file, number, e.getMessage(), "sizes above 0 up to probability 1");
        }
    }

    private static Point point(String file, int number, String line, List<Point> before)
            throws WorkloadFormatException {
        Matcher match = match(POINT, file, number, line, "a size in bytes and a probability");
        long bytes = Long.parseLong(match.group(1));
        double probability = Double.parseDouble(match.group(2));
        if (bytes > MessageSizes.MOST.bytes()) {
            throw new WorkloadFormatException(
                    file,
                    number,
                    "size " + bytes + " is above the longest message",
                    "at most " + MessageSizes.MOST.bytes() + " bytes (2 GiB)");
        }
        if (probability > 1) {
            throw new WorkloadFormatException(
                    file,
                    number,
                    "probability " + match.group(2) + " is above 1",
                    "a probability from 0 to 1");
        }
        if (!before.isEmpty()) {
            Point last = before.get(before.size() - 1);
            if (bytes <= last.bytes() || probability < last.probability()) {
                throw new WorkloadFormatException(
                        file,
                        number,
                        "the point '" + line + "' does not follow the one before it",
                        "a size above %d and a probability of at least %s"
                                .formatted(last.bytes(), last.probability()));
            }
        }
        return new Point(bytes, probability);
    }

    private static Matcher match(
            Pattern pattern, String file, int number, String line, String expected)
            throws WorkloadFormatException {
        Matcher match = pattern.matcher(line);
        if (!match.matches()) {
            throw new WorkloadFormatException(
                    file, number, "'" + line + "' cannot be read", expected);
        }
        return match;
    }

    private static Sampling sampling(String word) {
        for (Sampling sampling : Sampling.values()) {
            if (sampling.word().equals(word)) {
                return sampling;
            }
        }
        throw new IllegalArgumentException("there is no sampling '" + word + "'");
    }
}
