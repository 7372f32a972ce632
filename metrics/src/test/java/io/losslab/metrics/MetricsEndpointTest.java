package io.losslab.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.PortStatistics;
import io.losslab.proto.v1.QueueStatistics;
import io.losslab.proto.v1.StrayFrames;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsEndpointTest {
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final InetSocketAddress ANY =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @Test
    void everyMetricIsOneThatPromtoolFindsNoFaultWith() throws Exception {
        try (MetricsEndpoint endpoint =
                MetricsEndpoint.start(ANY, MetricsEndpointTest::everything)) {
            String text = get(endpoint.url(), "text/plain").body();
            for (Metric metric : Metric.values()) {
                assertTrue(text.contains("\n" + metric.sample()), metric::sample);
            }
            assertEquals("", lint(text));
        }
    }

    private static void everything(MetricRows rows) {
        for (Metric metric : Metric.values()) {
            MetricRows place = metric.labels().contains("device") ? rows.ofCell(3) : rows;
            place.add(metric, 1, metric.labels().toArray());
        }
    }

    private static String lint(String text) throws IOException, InterruptedException {
        if (!Files.isExecutable(PROMTOOL)) {
            if ("true".equals(System.getenv("CI"))) {
                fail("CI=true, yet there is no " + PROMTOOL);
            }
            abort("there is no " + PROMTOOL);
        }
        Process promtool =
                new ProcessBuilder(PROMTOOL.toString(), "check", "metrics")
                        .redirectErrorStream(true)
                        .start();
        try (var in = promtool.getOutputStream()) {
            in.write(text.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, promtool.waitFor(), said);
        return said;
    }

    @Test
    void scrapersGetOpenMetricsWithUnits() throws Exception {
        try (MetricsEndpoint endpoint =
                MetricsEndpoint.start(
                        ANY, rows -> rows.ofCell(3).add(Metric.PORT_PAUSED, 0.25, "S", 2))) {
            HttpResponse<String> answer =
                    get(endpoint.url(), "application/openmetrics-text;version=1.0.0");
            assertTrue(
                    answer.headers()
                            .firstValue("Content-Type")
                            .orElse("")
                            .startsWith("application/openmetrics-text"));
            assertEquals(
                    """
                    # TYPE losslab_port_paused_seconds counter
                    # UNIT losslab_port_paused_seconds seconds
                    # HELP losslab_port_paused_seconds %s
                    losslab_port_paused_seconds_total{cell="3",device="S",port="2"} 0.25
                    # EOF
                    """
                            .formatted(Metric.PORT_PAUSED.help()),
                    answer.body());
        }
    }

    @Test
    void whatFailsToBeReadIsAnErrorWithoutAStackTrace() throws Exception {
        try (MetricsEndpoint endpoint =
                MetricsEndpoint.start(
                        ANY,
                        rows -> {
                            throw new IllegalStateException("the agent is stopping");
                        })) {
            HttpResponse<String> answer = get(endpoint.url(), "text/plain");
            assertEquals(500, answer.statusCode());
            assertFalse(answer.body().contains("\tat "), answer::body);
        }
    }

    @Test
    void anAddressThatIsTakenIsRefused() throws Exception {
        try (MetricsEndpoint first = MetricsEndpoint.start(ANY, rows -> {})) {
            InetSocketAddress same =
                    new InetSocketAddress(ANY.getAddress(), URI.create(first.url()).getPort());
            assertThrows(IOException.class, () -> MetricsEndpoint.start(same, rows -> {}));
        }
    }

    @Test
    void aSwitchIsToldByPortByQueueAndByPriority() throws Exception {
        CounterSamples.Builder samples = CounterSamples.newBuilder();
        add(samples, -1, Counter.TX_BYTES, 1_000);
        add(samples, -1, Counter.PAUSED_NANOS, 500_000_000);
        add(samples, 3, Counter.EGRESS_BYTES, 70);
        add(samples, 3, Counter.RX_PAUSE_FRAMES, 5);
        add(samples, -1, Counter.THROUGHPUT_LOSS_FIRST_NANOS, -1);
        assertEquals(
                Set.of(
                        "losslab_device_time_seconds_total{device=\"S\"} 2.0",
                        "losslab_port_transmit_bytes_total{device=\"S\",port=\"1\"} 1000.0",
                        "losslab_port_paused_seconds_total{device=\"S\",port=\"1\"} 0.5",
                        "losslab_queue_bytes{device=\"S\",port=\"1\",queue=\"3\"} 70.0",
                        "losslab_priority_receive_pause_frames_total"
                                + "{device=\"S\",port=\"1\",priority=\"3\"} 5.0"),
                told(rows -> SwitchRows.add(rows, "S", samples.build())));
    }

    private static void add(CounterSamples.Builder samples, int queue, Counter counter, long is) {
        samples.addTimeNs(2_000_000_000L)
                .addPort(1)
                .addQueue(queue)
                .addCounter(counter)
                .addValue(is);
    }

    @Test
    void anAgentIsToldByItsQueuesAndAPortHoldsWhatTheyHold() throws Exception {
        AgentStatistics statistics =
                AgentStatistics.newBuilder()
                        .addPorts(PortStatistics.newBuilder().setPort(1).setRxControlFrames(4))
                        .addQueues(queue(3).setOwnBytes(100).setRelayBytes(20).setPauses(2))
                        .addQueues(queue(5).setOwnBytes(3).setPausedNs(1_500_000_000L))
                        .build();
        Set<String> told = told(rows -> HostRows.add(rows, "h1", statistics));
        assertTrue(
                told.containsAll(
                        Set.of(
                                "losslab_port_egress_queue_bytes{device=\"h1\",port=\"1\"} 123.0",
                                "losslab_queue_bytes{device=\"h1\",port=\"1\",queue=\"3\"} 120.0",
                                "losslab_queue_pauses_total"
                                        + "{device=\"h1\",port=\"1\",queue=\"3\"} 2.0",
                                "losslab_queue_paused_seconds_total"
                                        + "{device=\"h1\",port=\"1\",queue=\"5\"} 1.5")),
                told::toString);
    }

    @Test
    void aHostWhoseRunHasNotBegunIsAtTimeZero() throws Exception {
        HostCounters counters =
                HostCounters.newBuilder()
                        .setTimeNs(-3_000_000_000L)
                        .addStrayFrames(StrayFrames.newBuilder().setPort(2).setWrongIcrcFrames(7))
                        .build();
        Set<String> told = told(rows -> HostRows.add(rows, "h1", counters));
        assertTrue(told.contains("losslab_device_time_seconds_total{device=\"h1\"} 0.0"));
        assertTrue(
                told.contains(
                        "losslab_port_wrong_icrc_frames_total{device=\"h1\",port=\"2\"} 7.0"));
    }

    private static QueueStatistics.Builder queue(int number) {
        return QueueStatistics.newBuilder().setPort(1).setQueue(number);
    }

    /** The samples of a source. */
    private static Set<String> told(MetricsSource source) throws Exception {
        try (MetricsEndpoint endpoint = MetricsEndpoint.start(ANY, source)) {
            return Arrays.stream(get(endpoint.url(), "text/plain").body().split("\n", -1))
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .collect(Collectors.toSet());
        }
    }

    private static HttpResponse<String> get(String url, String accepted) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url)).header("Accept", accepted).build(),
                        BodyHandlers.ofString());
    }
}
