package io.losslab.orchestrator.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class DevicePictureTest {
    private static final String CELL =
            "losslab_cell_info{cell=\"3\",scheme=\"pfc\",seed=\"1\",parameters=\"flows=128\"} 1\n";

    /** A second of the wall, a millisecond of the devices. */
    @Test
    void ratesAreThoseOfTheDevicesTimeAndTheFullestQueueIsFirst() {
        assertEquals(
                List.of(
                        "",
                        "cell 3: pfc, seed 1, flows=128",
                        "  delivered 8 Gb/s, 5,000 pause frames/s, 7 packets dropped"
                                + " (device time, slowed down by 1,000)",
                        "  fullest queues    bytes    sends  pause frames/s",
                        "  S port 2        1.23 MB  16 Gb/s           3,000",
                        "  S port 1          900 B   0 kb/s               -"),
                new DevicePicture(
                                MetricsText.parse(CELL + devices(2, 100, 0, 10)),
                                MetricsText.parse(CELL + devices(2.001, 1_000_100, 5, 13)),
                                1)
                        .lines());
    }

    private static String devices(double seconds, long delivered, int sent, int received) {
        return """
        losslab_device_time_seconds_total{cell="3",device="S"} %s
        losslab_device_time_seconds_total{cell="3",device="h1"} %s
        losslab_host_delivered_bytes_total{cell="3",device="h1"} %d
        losslab_port_transmit_pause_frames_total{cell="3",device="S",port="1"} %d
        losslab_port_receive_pause_frames_total{cell="3",device="S",port="2"} %d
        losslab_port_transmit_bytes_total{cell="3",device="S",port="2"} %d
        losslab_port_dropped_packets_total{cell="3",device="S",port="1"} 7
        losslab_port_egress_queue_bytes{cell="3",device="S",port="1"} 900
        losslab_port_egress_queue_bytes{cell="3",device="S",port="2"} 1.234567E6
        losslab_port_egress_queue_bytes{cell="4",device="S",port="2"} 9E9
        """
                .formatted(seconds, seconds, delivered, sent, received, 2 * delivered);
    }

    @Test
    void whatNoDeviceCountsIsNotZero() {
        String device = "losslab_device_time_seconds_total{cell=\"3\",device=\"S\"} ";
        assertEquals(
                List.of(
                        "",
                        "cell 3: pfc, seed 1, flows=128",
                        "  deliveries not counted, pauses not counted, drops not counted"),
                new DevicePicture(
                                MetricsText.parse(CELL + device + "1\n"),
                                MetricsText.parse(CELL + device + "2\n"),
                                1)
                        .lines());
    }

    @Test
    void nothingIsSaidOfDevicesThatWereNotRead() {
        MetricsText virtual = MetricsText.parse(CELL);
        assertEquals(List.of(), new DevicePicture(virtual, virtual, 1).lines());
    }

    @Test
    void labelsAreReadWithWhatIsEscapedInThem() {
        MetricsText text =
                MetricsText.parse("# HELP a b\na{x=\"say \\\"hi\\\", {1}\",y=\"2\"} 1.5E3\nb 2\n");
        assertEquals("say \"hi\", {1}", text.all("a").get(0).label("x"));
        assertEquals("2", text.all("a").get(0).label("y"));
        assertEquals(1_500, text.all("a").get(0).value());
        assertEquals(2, text.all("b").get(0).value());
    }
}
