package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Live counters of commands, as a real Prometheus server has them. */
class MetricsRunTest {
    private static final String EXPERIMENT = Commands.experiment("whole-cells.yaml");

    @TempDir private Path folder;

    @Test
    void aServedLabIsScrapedWithTheValuesOfTheResults() throws Exception {
        Prometheus.need();
        Path testbed = folder.resolve("lab.yaml");
        String endpoint = "127.0.0.1:" + Prometheus.freePort();
        Thread serving =
                new Thread(
                        () ->
                                new Commands()
                                        .execute(
                                                "serve",
                                                EXPERIMENT,
                                                "--metrics",
                                                endpoint,
                                                "--write-testbed",
                                                testbed.toString()));
        serving.start();
        try (Prometheus prometheus = Prometheus.scraping(folder, endpoint, "200ms")) {
            prometheus.await("count(losslab_device_time_seconds_total)", count -> count == 5);
            Path results = folder.resolve("results");
            JsonNode cells =
                    Commands.pass(
                            results,
                            EXPERIMENT,
                            "--backend",
                            "physical",
                            "--testbed",
                            testbed.toString(),
                            "--set",
                            "duration=3ms",
                            "--seed",
                            "1,2,3,4,5");
            // The lab is reset between cells and after the last one: what was scraped before
            // counts.
            double pauses =
                    prometheus.await(
                            Prometheus.overTime(
                                    "max", "sum(losslab_port_transmit_pause_frames_total)"),
                            now -> now > 0);
            assertTrue(pauses <= most(cells, "switchPauseFrames"), cells::toString);
            double queue =
                    prometheus.await(
                            Prometheus.overTime("max", "max(losslab_port_max_egress_queue_bytes)"),
                            now -> now > 0);
            assertTrue(queue <= most(cells, "maxEgressQueueBytes"), cells::toString);
            // A scrape is one moment of the lab: between M and N is what 3 km of fiber hold.
            String between =
                    "sum(losslab_port_transmit_bytes_total{device='M', port='2'})"
                            + " - sum(losslab_port_receive_bytes_total{device='N', port='1'})";
            prometheus.await(
                    Prometheus.overTime("max", between), most -> most > 0 && most < 400_000);
            prometheus.await(Prometheus.overTime("min", between), least -> least >= 0);
        } finally {
            serving.interrupt();
            serving.join();
        }
    }

    @Test
    void anAddressThatIsTakenIsOneClearErrorBeforeAnythingIsDone() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Commands losslab = new Commands();
            String port = String.valueOf(taken.getLocalPort());
            assertEquals(2, losslab.execute("serve", EXPERIMENT, "--metrics", port));
            assertEquals(
                    """
                    losslab: cannot serve metrics at 127.0.0.1:%s: Address already in use
                      choose another address with --metrics; port 0 means any free port
                    """
                            .formatted(port),
                    losslab.err());
            assertEquals("", losslab.out());
        }
    }

    private static double most(JsonNode cells, String metric) {
        double most = 0;
        for (JsonNode cell : cells) {
            most = Math.max(most, cell.path(metric).asDouble());
        }
        return most;
    }
}
