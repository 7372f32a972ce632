package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.configs.library.Library;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command as the program wires it, with its output kept; and SQL over what it wrote. */
public final class Commands {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private final Library library;
    private final ExperimentRunner runner;

    public Commands() {
        this(new Library());
    }

    /** Commands with variables of another environment. */
    Commands(Map<String, String> environment) {
        this(new Library(), new ParallelRun(environment));
    }

    /** Commands over other bundled files. */
    Commands(Library library) {
        this(library, new ParallelRun());
    }

    /** Commands whose runs are all by one runner. */
    Commands(Library library, ExperimentRunner runner) {
        this.library = library;
        this.runner = runner;
    }

    /** Runs the command; returns its exit code. Output is that of the last call. */
    public int execute(String... args) {
        out.reset();
        err.reset();
        Console console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false);
        return LosslabCommand.commandLine(
                        console, () -> new ComparedRun(runner), library, DeviceKinds.catalog())
                .execute(args);
    }

    /** Runs an experiment that must pass, without a report; returns its cells' summaries. */
    static JsonNode pass(Path results, String experiment, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", experiment, "--no-report"));
        words.addAll(List.of("--out", results.toString()));
        words.addAll(List.of(more));
        Commands losslab = new Commands();
        assertEquals(0, losslab.execute(words.toArray(String[]::new)), losslab::err);
        return new ObjectMapper().readTree(results.resolve("summary.json").toFile()).path("cells");
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** An experiment among the test's resources. */
    public static String experiment(String name) {
        try {
            return Path.of(Commands.class.getResource("/run/" + name).toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    /** Rows of a query as text, {@code $name} standing for that Parquet file of the directory. */
    public static List<String> rows(Path directory, String query) throws SQLException {
        String sql = query;
        for (String file : List.of("flows", "counters", "events", "pauses")) {
            sql =
                    sql.replace(
                            "$" + file,
                            "read_parquet('" + directory.resolve(file + ".parquet") + "')");
        }
        List<String> rows = new ArrayList<>();
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = database.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    cells.add(result.getString(column));
                }
                rows.add(String.join(" ", cells));
            }
        }
        return rows;
    }
}
