package io.losslab.analysis.figure.drawing;

import java.util.List;

/**
 * The drawn part of a figure.
 *
 * @param html legend and pictures; empty where there is nothing to draw
 * @param problem why there is nothing, for users; empty otherwise
 * @param note how to read the picture, for the caption; may be empty
 * @param keys of the legend
 * @param panels the pictures
 */
public record FigureMarkup(
        String html, String problem, String note, List<Key> keys, List<Svg> panels) {
    /** Stands in a panel of which no cell has a value. */
    public static final String NO_VALUE = "no finished cell has this value";

    public FigureMarkup {
        keys = List.copyOf(keys);
        panels = List.copyOf(panels);
    }

    /**
     * A legend and pictures.
     *
     * @param box classes of the element around the pictures
     */
    public static FigureMarkup drawn(String box, List<Key> keys, List<Svg> panels, String note) {
        StringBuilder html = new StringBuilder();
        if (!keys.isEmpty()) {
            html.append("<div class=\"legend\">");
            keys.forEach(key -> html.append(key.html()));
            html.append("</div>\n");
        }
        html.append("<div class=\"").append(box).append("\">\n");
        panels.forEach(panel -> html.append(panel.finish()));
        return new FigureMarkup(html.append("</div>\n").toString(), "", note, keys, panels);
    }

    public static FigureMarkup nothing(String problem) {
        return new FigureMarkup("", problem, "", List.of(), List.of());
    }
}
