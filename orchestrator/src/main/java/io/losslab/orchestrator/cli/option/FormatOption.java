package io.losslab.orchestrator.cli.option;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.orchestrator.session.OutputFormat;
import picocli.CommandLine.Option;

/** How a command prints its result. */
public final class FormatOption {
    @Option(
            names = "--format",
            paramLabel = "table|json",
            defaultValue = "table",
            description = "Format of standard output (default: table).")
    private OutputFormat format;

    public OutputFormat get() {
        return format;
    }

    public boolean isJson() {
        return format == OutputFormat.JSON;
    }

    /** A document for standard output, with line breaks and a line feed at its end. */
    public static String pretty(Object document) throws JsonProcessingException {
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(document)
                + "\n";
    }
}
