package io.losslab.services.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.stub.StreamObserver;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Poll;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Subscription;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.proto.gnmi.SubscriptionMode;
import io.losslab.proto.gnmi.gNMIGrpc;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Streams of gNMI, in virtual time. */
class GnmiSubscribeTest extends GnmiSites {
    private static final SubscribeRequest POLL =
            SubscribeRequest.newBuilder().setPoll(Poll.getDefaultInstance()).build();

    @Test
    void samplesComeAtMultiplesOfTheIntervalOfVirtualTime() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .addSubscription(
                                        sample(COUNTERS + "/out-octets")
                                                .setSampleInterval(10_000)));
        assertEquals(0, answers.next().getUpdate().getTimestamp());
        assertTrue(answers.next().getSyncResponse());
        lab.runUntil(35_000);
        assertEquals(10_000, answers.next().getUpdate().getTimestamp());
        assertEquals(20_000, answers.next().getUpdate().getTimestamp());
        assertEquals(30_000, answers.next().getUpdate().getTimestamp());
        answers.cancel();
    }

    @Test
    void aMillisecondPassesBetweenSamplesWhereTheIntervalIsLeftToTheSwitch()
            throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .setUpdatesOnly(true)
                                .addSubscription(sample(COUNTERS + "/out-octets")));
        assertTrue(answers.next().getSyncResponse());
        lab.runUntil(2_500_000);
        assertEquals(1_000_000, answers.next().getUpdate().getTimestamp());
        assertEquals(2_000_000, answers.next().getUpdate().getTimestamp());
        answers.cancel();
    }

    @Test
    void aClientThatFallsFarBehindMissesSamplesButNotTheLastValues() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers = new Arrivals<>(2);
        gNMIGrpc.newStub(lab.channel)
                .subscribe(answers)
                .onNext(
                        SubscribeRequest.newBuilder()
                                .setSubscribe(
                                        list(SubscriptionList.Mode.STREAM)
                                                .addSubscription(
                                                        sample("/").setSampleInterval(1_000)))
                                .build());
        assertEquals(0, answers.next().getUpdate().getTimestamp());
        assertTrue(answers.next().getSyncResponse());
        lab.runUntil(2_000_000);
        answers.readOn();
        int samples = 0;
        long last = 0;
        while (last < 2_000_000) {
            last = answers.next().getUpdate().getTimestamp();
            samples++;
        }
        assertTrue(samples > 100 && samples < 2_000, samples + " samples");
        answers.cancel();
    }

    @Test
    void redundantSamplesAreSuppressedUpToTheHeartbeat() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .addSubscription(
                                        sample(COUNTERS + "/out-octets")
                                                .setSampleInterval(10_000)
                                                .setSuppressRedundant(true)
                                                .setHeartbeatInterval(50_000)));
        answers.next();
        answers.next();
        lab.runUntil(120_000);
        assertEquals(50_000, answers.next().getUpdate().getTimestamp());
        assertEquals(100_000, answers.next().getUpdate().getTimestamp());
        assertEquals(List.of(), answers.rest());
        answers.cancel();
    }

    @Test
    void changesOfTheConfigurationAreToldWhoeverMakesThem() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .addSubscription(
                                        Subscription.newBuilder()
                                                .setPath(PathText.parse(PFC + "/.../enable"))
                                                .setMode(SubscriptionMode.ON_CHANGE)));
        assertEquals(16, answers.next().getUpdate().getUpdateCount());
        assertTrue(answers.next().getSyncResponse());
        lab.switches.configureSwitch(
                TwoSites.config(TwoSites.M, TwoSites.pfcAt(2, TwoSites.pfc())));
        assertEquals(
                Map.of(ENABLE, bool(true), ENABLE.replace("config", "state"), bool(true)),
                byPath(answers.next().getUpdate()));
        gnmi.set(request("M").addUpdate(update(ENABLE, bool(false))).build());
        assertEquals(
                Map.of(ENABLE, bool(false), ENABLE.replace("config", "state"), bool(false)),
                byPath(answers.next().getUpdate()));
        answers.cancel();
    }

    /** Also of what is not in force yet, and not as it would be without having been asked for. */
    @Test
    void changesOfWhatIsAskedForAreToldOnce() throws InterruptedException {
        String thresholds = PFC + "/thresholds/config";
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .addSubscription(
                                        Subscription.newBuilder()
                                                .setPath(PathText.parse(thresholds))
                                                .setMode(SubscriptionMode.ON_CHANGE)));
        answers.next();
        assertTrue(answers.next().getSyncResponse());
        gnmi.set(
                request("M")
                        .addUpdate(update(thresholds + "/xoff-bytes", number(500_000)))
                        .build());
        assertEquals(
                Map.of(thresholds + "/xoff-bytes", number(500_000)),
                byPath(answers.next().getUpdate()));
        gnmi.set(
                pfcOn(500_000, 400_000)
                        .addUpdate(update(thresholds + "/resume-offset-bytes", number(9_999)))
                        .build());
        assertEquals(
                Map.of(
                        thresholds + "/xon-bytes",
                        number(400_000),
                        thresholds + "/headroom-bytes",
                        number(450_000),
                        thresholds + "/resume-offset-bytes",
                        number(9_999)),
                byPath(answers.next().getUpdate()));
        answers.cancel();
    }

    @Test
    void onChangeOfACounterIsRefused() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .addSubscription(
                                        Subscription.newBuilder()
                                                .setPath(PathText.parse(COUNTERS))
                                                .setMode(SubscriptionMode.ON_CHANGE)));
        assertEquals(
                COUNTERS
                        + " includes "
                        + COUNTERS
                        + "/in-octets, which changes with every packet: ON_CHANGE is not supported;"
                        + " use SAMPLE",
                answers.end().getDescription());
    }

    @Test
    void targetDefinedSamplesCountersAndWatchesTheRest() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .setUpdatesOnly(true)
                                .addSubscription(
                                        Subscription.newBuilder()
                                                .setPath(
                                                        PathText.parse(
                                                                "/interfaces/interface[name=Ethernet1]/state"))));
        assertTrue(answers.next().getSyncResponse());
        lab.runUntil(1_500_000);
        Notification sample = answers.next().getUpdate();
        assertEquals(1_000_000, sample.getTimestamp());
        assertEquals(6, sample.getUpdateCount());
        assertEquals(List.of(), answers.rest());
        answers.cancel();
    }

    @Test
    void pathsThatAreNotThereBringNothingAndNoError() throws InterruptedException {
        for (SubscriptionList.Mode mode :
                List.of(
                        SubscriptionList.Mode.ONCE,
                        SubscriptionList.Mode.POLL,
                        SubscriptionList.Mode.STREAM)) {
            Arrivals<SubscribeRequest, SubscribeResponse> answers =
                    subscribe(
                            list(mode)
                                    .addSubscription(
                                            sample(COUNTERS.replace("Ethernet1", "Ethernet9")))
                                    .addSubscription(sample("/nowhere"))
                                    .addSubscription(sample(COUNTERS + "/out-octets")));
            assertEquals(1, answers.next().getUpdate().getUpdateCount(), mode.name());
            assertTrue(answers.next().getSyncResponse(), mode.name());
            answers.cancel();
        }
        Arrivals<SubscribeRequest, SubscribeResponse> nothing =
                subscribe(list(SubscriptionList.Mode.ONCE).addSubscription(sample("/nowhere")));
        assertTrue(nothing.next().getSyncResponse());
        assertTrue(nothing.end().isOk());
    }

    @Test
    void onceEndsTheStreamAfterTheValues() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.ONCE).addSubscription(sample("/system/state")));
        assertEquals(2, answers.next().getUpdate().getUpdateCount());
        assertTrue(answers.next().getSyncResponse());
        assertTrue(answers.end().isOk());
    }

    @Test
    void streamsEndWhereTheLabIsReset() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> samples =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .addSubscription(
                                        sample(COUNTERS + "/out-octets")
                                                .setSampleInterval(10_000)));
        samples.next();
        Arrivals<SubscribeRequest, SubscribeResponse> polled = new Arrivals<>();
        StreamObserver<SubscribeRequest> requests = poll(polled, COUNTERS + "/in-pkts");
        polled.next();
        lab.reset();
        requests.onNext(POLL);
        TwoSites.assertReset(samples);
        TwoSites.assertReset(polled);
    }

    @Test
    void pollSendsTheValuesAnewEachTime() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers = new Arrivals<>();
        StreamObserver<SubscribeRequest> requests = poll(answers, COUNTERS + "/in-pkts");
        for (long time : new long[] {0, 5_000, 9_000}) {
            assertEquals(time, answers.next().getUpdate().getTimestamp());
            assertTrue(answers.next().getSyncResponse());
            lab.runUntil(time == 0 ? 5_000 : 9_000);
            if (time < 9_000) {
                requests.onNext(POLL);
            }
        }
        requests.onCompleted();
        assertTrue(answers.end().isOk());
    }

    @Test
    void aSubscriptionThatCannotBeIsRefusedWithTheReason() throws InterruptedException {
        assertEquals(
                "sample_interval must be 1000 ns to a day: 999",
                subscribe(
                                list(SubscriptionList.Mode.STREAM)
                                        .addSubscription(
                                                sample("/interfaces").setSampleInterval(999)))
                        .end()
                        .getDescription());
        assertEquals(
                "the SubscriptionList has no subscription",
                subscribe(list(SubscriptionList.Mode.ONCE)).end().getDescription());
        Arrivals<SubscribeRequest, SubscribeResponse> answers = new Arrivals<>();
        gNMIGrpc.newStub(lab.channel).subscribe(answers).onNext(POLL);
        assertEquals(
                "the first message must be a SubscriptionList", answers.end().getDescription());
    }

    private Arrivals<SubscribeRequest, SubscribeResponse> subscribe(SubscriptionList.Builder list) {
        Arrivals<SubscribeRequest, SubscribeResponse> answers = new Arrivals<>();
        gNMIGrpc.newStub(lab.channel)
                .subscribe(answers)
                .onNext(SubscribeRequest.newBuilder().setSubscribe(list).build());
        return answers;
    }

    private StreamObserver<SubscribeRequest> poll(
            Arrivals<SubscribeRequest, SubscribeResponse> answers, String path) {
        StreamObserver<SubscribeRequest> requests =
                gNMIGrpc.newStub(lab.channel).subscribe(answers);
        requests.onNext(
                SubscribeRequest.newBuilder()
                        .setSubscribe(
                                list(SubscriptionList.Mode.POLL).addSubscription(sample(path)))
                        .build());
        return requests;
    }

    private static SubscriptionList.Builder list(SubscriptionList.Mode mode) {
        return SubscriptionList.newBuilder()
                .setPrefix(target("M"))
                .setMode(mode)
                .setEncoding(Encoding.PROTO);
    }

    private static Subscription.Builder sample(String path) {
        return Subscription.newBuilder()
                .setPath(PathText.parse(path))
                .setMode(SubscriptionMode.SAMPLE);
    }
}
