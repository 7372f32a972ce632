package io.losslab.analysis.figure.drawing;

/** Text as it may stand in a page. */
public final class Markup {
    private Markup() {}

    /** Escapes a text for an element or a quoted attribute. Control characters go. */
    public static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '<' -> escaped.append("&lt;");
                                case '>' -> escaped.append("&gt;");
                                case '&' -> escaped.append("&amp;");
                                case '"' -> escaped.append("&quot;");
                                case '\'' -> escaped.append("&#39;");
                                case '\n', '\t' -> escaped.appendCodePoint(c);
                                default -> {
                                    if (c >= 0x20 && c != 0xFFFE && c != 0xFFFF) {
                                        escaped.appendCodePoint(c);
                                    }
                                }
                            }
                        });
        return escaped.toString();
    }
}
