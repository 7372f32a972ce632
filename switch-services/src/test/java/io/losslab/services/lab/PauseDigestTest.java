package io.losslab.services.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.proto.p4.v1.DigestList;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.WriteRequest;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.RunUntilRequest;
import io.losslab.services.p4runtime.RichProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The digest of a switch that is paused by its neighbour, beside the events it keeps. */
class PauseDigestTest {
    private static final Uint128 ELECTION_ID = Uint128.newBuilder().setLow(9).build();

    private final TwoSites sites = new TwoSites();

    @AfterEach
    void close() {
        sites.close();
    }

    @Test
    void theDigestTellsOfThePausesThatTheSwitchObeyed() throws InterruptedException {
        sites.routed();
        sites.switches.configureSwitch(
                TwoSites.config(TwoSites.N, TwoSites.pfcAt(TwoSites.N_TO_M, TwoSites.pfc())));
        Arrivals<StreamMessageRequest, StreamMessageResponse> answers = takeOver("");
        sites.overload();
        sites.runUntil(300_000);
        List<String> kept = keptEvents();
        List<String> told = new ArrayList<>();
        while (told.size() < kept.size()) {
            DigestList list = answers.next().getDigest();
            assertEquals(1701, list.getDigestId());
            list.getDataList().forEach(data -> told.add(text(list.getTimestamp(), data)));
        }
        assertEquals(kept, told);
        assertEquals("2 3 1", kept.get(0).substring(kept.get(0).indexOf(' ') + 1));
    }

    @Test
    void noListWaitsLongerThanItMayInTheSwitchsTime() throws InterruptedException {
        sites.routed();
        sites.switches.configureSwitch(
                TwoSites.config(TwoSites.N, TwoSites.pfcAt(TwoSites.N_TO_M, TwoSites.pfc())));
        Arrivals<StreamMessageRequest, StreamMessageResponse> answers =
                takeOver("max_timeout_ns: 50000");
        sites.overload();
        sites.clock
                .runUntil(
                        RunUntilRequest.newBuilder()
                                .setUntilNs(300_000)
                                .setReportIntervalNs(300_000)
                                .build())
                .forEachRemaining(time -> {});
        NavigableSet<Long> sentAt = new TreeSet<>();
        while (sentAt.isEmpty() || sentAt.last() < 300_000) {
            sentAt.add(answers.next().getDigest().getTimestamp());
        }
        assertTrue(sentAt.size() > 1, sentAt.toString());
        for (String event : keptEvents()) {
            long at = Long.parseLong(event.substring(0, event.indexOf(':')));
            assertTrue(sentAt.ceiling(at) - at <= 50_000, event + " in " + sentAt);
        }
    }

    /** Its routes go on, so the program is put beside them. */
    private Arrivals<StreamMessageRequest, StreamMessageResponse> takeOver(String config)
            throws InterruptedException {
        Arrivals<StreamMessageRequest, StreamMessageResponse> answers =
                sites.claim(TwoSites.M, ELECTION_ID);
        sites.p4.setForwardingPipelineConfig(
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(TwoSites.M)
                        .setElectionId(ELECTION_ID)
                        .setAction(SetForwardingPipelineConfigRequest.Action.RECONCILE_AND_COMMIT)
                        .setConfig(
                                ForwardingPipelineConfig.newBuilder().setP4Info(RichProgram.INFO))
                        .build());
        sites.p4.write(
                WriteRequest.newBuilder()
                        .setDeviceId(TwoSites.M)
                        .setElectionId(ELECTION_ID)
                        .addUpdates(
                                RichProgram.insert(
                                        "digest_entry { digest_id: 1701 config { "
                                                + config
                                                + " } }"))
                        .build());
        return answers;
    }

    private List<String> keptEvents() {
        List<String> kept = new ArrayList<>();
        sites.switches
                .collectEvents(GetSwitchRequest.newBuilder().setDeviceId(TwoSites.M).build())
                .forEachRemaining(
                        batch -> batch.getEventsList().forEach(event -> kept.add(text(event))));
        return kept;
    }

    private static String text(QueueEvent event) {
        return "%d: %d %d %d"
                .formatted(
                        event.getTimeNs(),
                        event.getPort(),
                        event.getQueue(),
                        event.getKind() == QueueEvent.Kind.PAUSE ? 1 : 0);
    }

    private static String text(long timestamp, P4Data data) {
        StringBuilder text = new StringBuilder().append(timestamp).append(':');
        for (P4Data member : data.getStruct().getMembersList()) {
            text.append(' ').append(member.getBitstring().byteAt(0) & 0xff);
        }
        return text.toString();
    }
}
