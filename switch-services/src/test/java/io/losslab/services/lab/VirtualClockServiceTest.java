package io.losslab.services.lab;

import static io.losslab.services.lab.TwoSites.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.losslab.proto.v1.ClockTime;
import io.losslab.proto.v1.GetTimeRequest;
import io.losslab.proto.v1.RunUntilRequest;
import io.losslab.proto.v1.VirtualClockGrpc;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VirtualClockServiceTest {
    private final TwoSites sites = new TwoSites();

    @AfterEach
    void close() {
        sites.close();
    }

    @Test
    void standsStillUntilToldToRun() throws InterruptedException {
        sites.routed().overload();
        ClockTime before = now();
        assertEquals(0, before.getNowNs());
        assertEquals(0, before.getPacketHops());
        ClockTime end = sites.runUntil(50_000);
        assertTrue(end.getReached());
        assertEquals(50_000, end.getNowNs());
        assertTrue(end.getCpuNs() > 0);
        ClockTime after = now();
        assertEquals(50_000, after.getNowNs());
        assertEquals(end.getPacketHops(), after.getPacketHops());
    }

    @Test
    void reportsOnTheWay() {
        List<Long> times = new ArrayList<>();
        List<Boolean> reached = new ArrayList<>();
        sites.clock
                .runUntil(
                        RunUntilRequest.newBuilder()
                                .setUntilNs(25_000)
                                .setReportIntervalNs(10_000)
                                .build())
                .forEachRemaining(
                        time -> {
                            times.add(time.getNowNs());
                            reached.add(time.getReached());
                        });
        assertEquals(List.of(10_000L, 20_000L, 25_000L), times);
        assertEquals(List.of(false, false, true), reached);
    }

    @Test
    void choosesItsOwnIntervalOfReports() {
        int[] reports = new int[1];
        sites.clock
                .runUntil(RunUntilRequest.newBuilder().setUntilNs(1_000_000).build())
                .forEachRemaining(time -> reports[0]++);
        assertEquals(100, reports[0]);
    }

    @Test
    void countsWhatIsOnItsWayWhereItStops() throws InterruptedException {
        sites.routed().overload();
        ClockTime end = sites.runUntil(100_000);
        assertTrue(end.getInFlightDataPackets() > 0);
        ClockTime again = sites.runUntil(100_000);
        assertTrue(again.getReached());
        assertEquals(end.getInFlightDataBytes(), again.getInFlightDataBytes());
        assertEquals(end.getInFlightDataPackets(), now().getInFlightDataPackets());
    }

    @Test
    void doesNotGoBackNorBeyondWhatItCanCount() {
        sites.runUntil(10_000);
        assertEquals(
                "INVALID_ARGUMENT: until_ns 9999 is before the current time, 10000",
                refusal(() -> sites.runUntil(9_999)));
        String refused = refusal(() -> sites.runUntil(Long.MAX_VALUE));
        assertTrue(refused.startsWith("INVALID_ARGUMENT: until_ns must be at most"), refused);
        assertEquals(10_000, now().getNowNs());
    }

    @Test
    void stopsWhenTheCallerCancels() throws InterruptedException {
        long hour = 3_600_000_000_000L;
        Arrivals<RunUntilRequest, ClockTime> reports = new Arrivals<>();
        VirtualClockGrpc.newStub(sites.channel)
                .runUntil(
                        RunUntilRequest.newBuilder()
                                .setUntilNs(hour)
                                .setReportIntervalNs(100_000)
                                .build(),
                        reports);
        assertFalse(reports.next().getReached());
        reports.cancel();
        assertEquals(Status.Code.CANCELLED, reports.end().getCode());
        ClockTime stopped = now();
        while (stopped.getNowNs() != now().getNowNs()) {
            stopped = now();
        }
        assertTrue(stopped.getNowNs() < hour, stopped.toString());
        long next = stopped.getNowNs() + 5;
        assertEquals(next, sites.runUntil(next).getNowNs());
    }

    private ClockTime now() {
        return sites.clock.getTime(GetTimeRequest.getDefaultInstance());
    }
}
