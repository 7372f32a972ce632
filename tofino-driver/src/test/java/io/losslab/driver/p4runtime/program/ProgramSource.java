package io.losslab.driver.p4runtime.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A P4 program's text with its own includes put in and its comments taken out. */
record ProgramSource(String text) {
    private static final Path ROOT = Path.of("src/main/resources/losslab/p4");
    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"([^\"]+)\"\\s*$");
    private static final Pattern COMMENT = Pattern.compile("//[^\n]*");
    private static final Pattern HEADER = Pattern.compile("\\bheader (\\w+) \\{([^}]*)\\}");
    private static final Pattern FIELD = Pattern.compile("bit<(\\d+)>\\s+(\\w+);");

    /** The program at a path below {@code src/main/resources/losslab/p4}. */
    static ProgramSource read(String path) {
        return read(ROOT.resolve(path));
    }

    /** The program in a file. */
    static ProgramSource read(Path file) {
        return new ProgramSource(COMMENT.matcher(expanded(file)).replaceAll(""));
    }

    /** Fields of a header in the order of the wire, with their widths in bits. */
    Map<String, Integer> header(String name) {
        Matcher headers = HEADER.matcher(text);
        while (headers.find()) {
            if (headers.group(1).equals(name)) {
                return fields(headers.group(2));
            }
        }
        throw new AssertionError("no header " + name);
    }

    /** The value of a constant, a number in decimal or hexadecimal. */
    long constant(String name) {
        Matcher found =
                Pattern.compile("\\bconst [\\w<>]+ " + name + " = (0x[0-9A-Fa-f]+|\\d+);")
                        .matcher(text);
        if (!found.find()) {
            throw new AssertionError("no constant " + name);
        }
        return Long.decode(found.group(1));
    }

    /** All that a pattern finds, by its groups. */
    List<List<String>> find(String pattern) {
        List<List<String>> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            List<String> groups = new ArrayList<>();
            for (int i = 1; i <= matcher.groupCount(); i++) {
                groups.add(matcher.group(i));
            }
            found.add(groups);
        }
        return found;
    }

    private static Map<String, Integer> fields(String body) {
        Map<String, Integer> widths = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(body);
        while (field.find()) {
            widths.put(field.group(2), Integer.valueOf(field.group(1)));
        }
        return widths;
    }

    private static String expanded(Path file) {
        try {
            Matcher include = INCLUDE.matcher(Files.readString(file));
            return include.replaceAll(
                    it ->
                            Matcher.quoteReplacement(
                                    expanded(file.resolveSibling(it.group(1)).normalize())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
