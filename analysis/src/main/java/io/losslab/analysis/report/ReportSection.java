package io.losslab.analysis.report;

/**
 * A part of the report that its list of contents links to.
 *
 * @param html empty where the run has nothing for it, which leaves the section out
 */
record ReportSection(String id, String title, String html) {
    boolean isEmpty() {
        return html.isEmpty();
    }

    /** With its heading. */
    String markup() {
        return "<section id=\"%s\">\n<h2>%s</h2>\n%s</section>\n".formatted(id, title, html);
    }
}
