package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.session.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rows of a benchmark: as text as soon as each is measured, or as one JSON document at the end. */
final class BenchRows {
    private final Console console;
    private final FormatOption format;
    private final List<ObjectNode> rows = new ArrayList<>();

    BenchRows(Console console, FormatOption format) {
        this.console = console;
        this.format = format;
    }

    /** Names the columns of the text. */
    void head(String line) {
        if (!format.isJson()) {
            console.out().print(line);
        }
    }

    /** Names what is measured next. */
    void announce(String what) {
        console.err().println("measuring " + what + " ...");
    }

    /**
     * Takes a row.
     *
     * @param text its lines
     * @return its JSON object, to be filled by the caller
     */
    ObjectNode add(String text) {
        if (!format.isJson()) {
            console.out().print(text);
            console.out().flush();
        }
        rows.add(JsonNodeFactory.instance.objectNode());
        return rows.get(rows.size() - 1);
    }

    /** No row follows. */
    void end() throws JsonProcessingException {
        if (format.isJson()) {
            console.out().print(FormatOption.pretty(Map.of("rows", rows)));
        }
    }
}
