package io.losslab.analysis.figure.drawing;

import java.util.List;

/**
 * The drawn part of a figure.
 *
 * @param html legend and pictures; empty where there is nothing to draw
 * @param problem why there is nothing, for users; empty otherwise
 * @param note how to read the picture, for the caption; may be empty
 */
public record FigureMarkup(String html, String problem, String note) {
    public static FigureMarkup drawn(String html) {
        return drawn(html, "");
    }

    public static FigureMarkup drawn(String html, String note) {
        return new FigureMarkup(html, "", note);
    }

    public static FigureMarkup nothing(String problem) {
        return new FigureMarkup("", problem, "");
    }

    /** A legend of series; each shows its line and mark. */
    public static String legend(List<SeriesStyle> styles) {
        StringBuilder html = new StringBuilder("<div class=\"legend\">");
        for (SeriesStyle style : styles) {
            html.append("<span class=\"key\"><svg aria-hidden=\"true\" viewBox=\"0 0 34 12\"")
                    .append(" class=\"swatch\"><g class=\"pt ")
                    .append(style.cssClass())
                    .append("\"><path class=\"line\" d=\"M1 6L33 6\"/><path class=\"mark\" d=\"")
                    .append(style.mark(17, 6))
                    .append("\"/></g></svg>")
                    .append(Markup.escape(style.label()))
                    .append("</span>");
        }
        return html.append("</div>\n").toString();
    }
}
