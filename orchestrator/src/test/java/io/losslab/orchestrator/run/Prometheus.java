package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.DoublePredicate;

/** A Prometheus server of this machine's own that scrapes one endpoint. */
final class Prometheus implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/prometheus");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final Path log;
    private final int port;

    private Prometheus(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    static void need() {
        if (Files.isExecutable(PROGRAM)) {
            return;
        }
        if ("true".equals(System.getenv("CI"))) {
            fail("CI=true, yet there is no " + PROGRAM);
        }
        abort("there is no " + PROGRAM);
    }

    /** A port that nothing listens on. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /**
     * Starts it.
     *
     * @param folder for its files, empty
     * @param target {@code HOST:PORT} of the endpoint
     * @param interval between scrapes, and how long each may take
     */
    static Prometheus scraping(Path folder, String target, String interval) throws IOException {
        Path config = folder.resolve("prometheus.yml");
        Files.writeString(
                config,
                """
                global: {scrape_interval: %1$s, scrape_timeout: %1$s}
                scrape_configs:
                  - job_name: losslab
                    static_configs: [{targets: ['%2$s']}]
                """
                        .formatted(interval, target));
        int port = freePort();
        Path log = folder.resolve("prometheus.log");
        Process process =
                new ProcessBuilder(
                                PROGRAM.toString(),
                                "--config.file=" + config,
                                "--storage.tsdb.path=" + folder.resolve("data"),
                                "--web.listen-address=127.0.0.1:" + port)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        return new Prometheus(process, log, port);
    }

    /** The value of an expression, once it is there and as it is wanted. */
    double await(String expression, DoublePredicate wanted) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        OptionalDouble last = OptionalDouble.empty();
        while (System.nanoTime() < end && process.isAlive()) {
            last = query(expression);
            if (last.isPresent() && wanted.test(last.getAsDouble())) {
                return last.getAsDouble();
            }
            Thread.sleep(50);
        }
        return fail(expression + " is " + last + "; " + Files.readString(log));
    }

    /** What an expression was at most, or {@code min}: at least, in the last minutes. */
    static String overTime(String what, String expression) {
        return "%s_over_time((%s)[5m:200ms])".formatted(what, expression);
    }

    /** The value of an expression now; empty while it has none or the server starts. */
    private OptionalDouble query(String expression) throws InterruptedException {
        String query = URLEncoder.encode(expression, StandardCharsets.UTF_8);
        URI uri = URI.create("http://127.0.0.1:%d/api/v1/query?query=%s".formatted(port, query));
        try {
            String answer =
                    HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
            if (!answer.startsWith("{")) {
                return OptionalDouble.empty();
            }
            JsonNode json = new ObjectMapper().readTree(answer);
            assertTrue(json.path("status").asText().equals("success"), answer);
            JsonNode value = json.at("/data/result/0/value/1");
            return value.isMissingNode()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Double.parseDouble(value.asText()));
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
