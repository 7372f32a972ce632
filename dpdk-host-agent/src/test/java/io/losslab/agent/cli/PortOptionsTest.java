package io.losslab.agent.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.agent.plane.PortPlace;
import io.losslab.flowcontrol.LinkProfile;
import org.junit.jupiter.api.Test;

class PortOptionsTest {
    @Test
    void readsHowAPortIsCabled() {
        PortPlace place =
                new PortOptions(
                                "mac=02:00:00:01:00:01,peer-mac=02:00:00:09:00:02,rate=25Gbps,"
                                        + "delay=3us,peer=9:2,peer-ipv4=10.0.0.7")
                        .place(1600);

        assertEquals(
                new PortPlace(
                        0x0200_0001_0001L,
                        0x0200_0009_0002L,
                        new LinkProfile(25_000_000_000L, 3000, 1600),
                        9,
                        2,
                        0x0A00_0007),
                place);
    }

    @Test
    void namesWhatItCannotRead() {
        refused("speed=1Gbps", "'speed=1Gbps': expected KEY=VALUE");
        refused("peer=9", "peer must be DEVICE:PORT, got 9");
        refused("peer=9:x", "peer: 'x' is not a number");
        refused("rate=fast", "--link: rate: 'fast' is not a rate");
        refused("mac=02:00", "--link: mac: '02:00' is not a MAC address");
        refused("peer-ipv4=10.0.0.256", "'10.0.0.256' is not an IPv4 address");
    }

    private static void refused(String link, String text) {
        IllegalArgumentException refusal =
                assertThrows(
                        IllegalArgumentException.class, () -> new PortOptions(link).place(1600));
        assertTrue(refusal.getMessage().contains(text), refusal.getMessage());
    }
}
