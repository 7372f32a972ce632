package io.losslab.flowcontrol.tagger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.Sent;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.flowcontrol.tagger.HopTags.Cutover;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PfcStarTest {
    private static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 1_000, 1_500);

    private final PfcStarType type = new PfcStarType();
    private final RecordingPlane plane = new RecordingPlane(LINK, 2);

    @Test
    void aRelayedPacketWaitsInAndLeavesWithTheNextTag() {
        HopTagger tagger = new HopTagger(plane, new HopTags(3, 2, Cutover.EVERY_HOP));
        int packet = plane.packet(1, 1_000, 3);
        assertEquals(4, tagger.classify(packet, 1, 2));
        assertEquals(3, plane.priority(packet), "only on the way out");
        tagger.relabel(packet, 1);
        assertEquals(4, plane.priority(packet));
    }

    @Test
    void aHostsOwnPacketKeepsTheFirstTag() {
        HopTagger tagger = new HopTagger(plane, new HopTags(3, 2, Cutover.EVERY_HOP));
        int packet = plane.packet(1, 1_000, 3);
        assertEquals(3, tagger.classifyFlow(1, 2, 3));
        tagger.relabel(packet, 0);
        assertEquals(3, plane.priority(packet));
    }

    @Test
    void tagsRiseByOneUpToTheLast() {
        HopTags tags = new HopTags(2, 3, Cutover.EVERY_HOP);
        assertEquals(0b11100, tags.priorities());
        assertEquals(3, tags.next(2));
        assertEquals(4, tags.next(3));
        assertEquals(4, tags.next(4));
        assertEquals(1, tags.next(1));
        assertEquals(5, tags.next(5));
        assertEquals(0, new HopTags(0, 1, Cutover.EVERY_HOP).next(0), "one tag is plain PFC");
    }

    @Test
    void tagsMustFitTheEightPriorities() {
        assertEquals(0xFF, new HopTags(0, 8, Cutover.EVERY_HOP).priorities());
        assertThrows(IllegalArgumentException.class, () -> new HopTags(7, 2, Cutover.EVERY_HOP));
        assertThrows(IllegalArgumentException.class, () -> new HopTags(0, 0, Cutover.EVERY_HOP));
        assertThrows(IllegalArgumentException.class, () -> new HopTags(8, 1, Cutover.EVERY_HOP));
    }

    @Test
    void keysOfTheDeviceMayNotDifferBetweenItsPorts() {
        Map<Integer, Settings> byPort =
                Map.of(1, resolve(Map.of()), 2, resolve(Map.of("cutover", "relay")));
        assertThrows(IllegalArgumentException.class, () -> type.egress(plane, byPort));
    }

    @Test
    void pausesEveryTagByItself() {
        IngressScheme scheme = type.downstream(plane, 1, resolve(Map.of()));
        scheme.onEnqueue(1, 2, 4, 1_000, 75_000);
        assertEquals(List.of(new Sent(0, 1, 1 << 4, PauseFrame.MAX_QUANTA)), plane.drainSent());
        scheme.onEnqueue(1, 2, 3, 1_000, 74_999);
        scheme.onEnqueue(1, 2, 5, 1_000, 1_000_000);
        assertEquals(List.of(), plane.drainSent());
        scheme.onDequeue(1, 2, 4, 1_000, 50_000);
        assertEquals(List.of(new Sent(0, 1, 1 << 4, 0)), plane.drainSent());
    }

    @Test
    void refusesTagsBeyondTheEightPrioritiesAndWarnsOfSmallHeadroom() {
        assertEquals(
                "tags must be 1..5: 9",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> type.problems(resolve(Map.of("tags", "9")), LINK, 5_000_000))
                        .getMessage());
        List<SettingProblem> small =
                type.problems(resolve(Map.of("headroom", "100")), LINK, 5_000_000);
        assertEquals(1, small.size());
        assertEquals(false, small.get(0).fatal());
        assertEquals(List.of(), type.problems(resolve(Map.of()), LINK, 5_000_000));
    }

    @Test
    void reservesXoffAndHeadroomOfEveryTag() {
        Settings settings = resolve(Map.of("headroom", "25000"));
        assertEquals(2 * (75_000 + 25_000), type.reservedBytes(settings));
    }

    @Test
    void relaysThatOnlyForwardPausesMayDrop() {
        assertEquals(Set.of(Promise.NO_DROPS), type.promises(resolve(Map.of()), LINK));
        assertEquals(Set.of(), type.promises(resolve(Map.of("relays", "forward")), LINK));
    }

    /** A relaying host sends with tags that no traffic starts with. */
    @Test
    void pausesOfEveryTagMustBeObeyed() {
        assertEquals(0b11000, type.priorities(resolve(Map.of()), 1 << 3));
    }

    @Test
    void switchesRaiseTagsOnlyWhereEveryHopHasItsOwn() {
        assertNotNull(type.egress(plane, Map.of(1, resolve(Map.of()))));
        assertNull(type.egress(plane, Map.of(1, resolve(Map.of("cutover", "relay")))));
    }

    @Test
    void aForwardingRelayPausesTheTagThatLeavesAsThePausedOne() {
        HopTagger relay = forwardingRelay(3);
        assertFalse(relay.onControl(2, pause(1 << 5, PauseFrame.MAX_QUANTA), 0), "obeyed as well");
        assertEquals(
                List.of(
                        new Sent(0, 1, 1 << 4, PauseFrame.MAX_QUANTA),
                        new Sent(0, 1, 1 << 5, PauseFrame.MAX_QUANTA)),
                plane.drainSent());
        relay.onControl(2, pause(1 << 5, PauseFrame.MAX_QUANTA), 0);
        assertEquals(List.of(), plane.drainSent(), "a refresh is no news");
        relay.onControl(2, pause(1 << 5, 0), 0);
        assertEquals(
                List.of(new Sent(0, 1, 1 << 4, 0), new Sent(0, 1, 1 << 5, 0)), plane.drainSent());
    }

    @Test
    void aForwardingRelayKeepsPausesOfItsOwnPacketsAndOtherFramesToItself() {
        HopTagger relay = forwardingRelay(3);
        relay.onControl(2, pause(1 << 3, PauseFrame.MAX_QUANTA), 0);
        assertFalse(relay.onControl(2, new byte[64], 0));
        assertEquals(List.of(), plane.drainSent());
    }

    @Test
    void aForwardedPauseIsRefreshedUntilItsResume() {
        HopTagger relay = forwardingRelay(2);
        relay.onControl(1, pause(1 << 4, PauseFrame.MAX_QUANTA), 0);
        plane.drainSent();
        long refresh = PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, 100_000_000_000L) / 2;
        plane.advanceTo(refresh, relay);
        assertEquals(
                List.of(
                        new Sent(refresh, 2, 1 << 3, PauseFrame.MAX_QUANTA),
                        new Sent(refresh, 2, 1 << 4, PauseFrame.MAX_QUANTA)),
                plane.drainSent());
        relay.onControl(1, pause(1 << 4, 0), 0);
        plane.drainSent();
        plane.advanceTo(3 * refresh, relay);
        assertEquals(List.of(), plane.drainSent());
    }

    private HopTagger forwardingRelay(int tags) {
        HopTags hopTags = new HopTags(3, tags, Cutover.EVERY_HOP);
        return new HopTagger(plane, hopTags, new PauseForwarder(plane, hopTags, PauseTimer.QUANTA));
    }

    private static byte[] pause(int priorities, int quanta) {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(frame, 0, RecordingPlane.MAC, priorities, quanta);
        return frame;
    }

    private Settings resolve(Map<String, String> given) {
        Map<String, String> values = new HashMap<>();
        for (Setting setting : type.settings()) {
            values.put(setting.key(), setting.defaultInBaseUnits());
        }
        values.putAll(given);
        return type.resolve(new Settings(values), LINK);
    }
}
