package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.Markup;
import java.util.ArrayList;
import java.util.List;

/** A table of a report; every text is escaped. Not thread safe. */
final class HtmlTable {
    private final String wrapper;
    private final StringBuilder head = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
    private final List<String> classes = new ArrayList<>();
    private int column;

    /**
     * An empty table.
     *
     * @param wrapper classes of the box that scrolls
     */
    HtmlTable(String wrapper) {
        this.wrapper = wrapper;
    }

    /** Adds a row of headings above the columns' own. */
    HtmlTable over(List<String> texts, List<Integer> spans) {
        head.append("<tr>");
        for (int i = 0; i < texts.size(); i++) {
            head.append("<th class=\"over\" colspan=\"%d\">".formatted(spans.get(i)))
                    .append(Markup.escape(texts.get(i)))
                    .append("</th>");
        }
        head.append("</tr>\n");
        return this;
    }

    /** Adds a column; the class is that of its cells. */
    HtmlTable column(String text, String cssClass) {
        classes.add(cssClass);
        head.append(classes.size() == 1 ? "<tr>" : "")
                .append("<th class=\"%s\">".formatted(cssClass))
                .append(Markup.escape(text))
                .append("</th>");
        return this;
    }

    HtmlTable row(String cssClass) {
        endRow();
        body.append("<tr class=\"%s\">".formatted(cssClass));
        return this;
    }

    HtmlTable cell(String text) {
        return cell(text, "");
    }

    HtmlTable cell(String text, String extraClass) {
        body.append(
                        "<td class=\"%s\">"
                                .formatted((classes.get(column++) + " " + extraClass).strip()))
                .append(Markup.escape(text))
                .append("</td>");
        return this;
    }

    String html() {
        endRow();
        return "<div class=\"%s\"><table>\n<thead>\n".formatted(wrapper)
                + head
                + "</tr>\n</thead>\n<tbody>\n"
                + body
                + "</tbody>\n</table></div>\n";
    }

    private void endRow() {
        if (column > 0) {
            body.append("</tr>\n");
            column = 0;
        }
    }
}
