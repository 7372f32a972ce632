package io.losslab.agent.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.agent.plane.PortPlace;
import io.losslab.agent.service.AgentPort;
import io.losslab.flowcontrol.LinkProfile;
import org.junit.jupiter.api.Test;

class PortOptionsTest {
    @Test
    void readsHowAPortIsCabled() {
        AgentPort port =
                new PortOptions(
                                "mac=02:00:00:01:00:01,peer-mac=02:00:00:09:00:02,rate=25Gbps,"
                                        + "delay=3us,peer=9:2,peer-ipv4=10.0.0.7")
                        .port("net_af_packet0,iface=eth1", false, 1600);

        assertEquals(
                new AgentPort(
                        "net_af_packet0,iface=eth1",
                        false,
                        new PortPlace(
                                0x0200_0001_0001L,
                                0x0200_0009_0002L,
                                new LinkProfile(25_000_000_000L, 3000, 1600),
                                9,
                                2,
                                0x0A00_0007)),
                port);
    }

    @Test
    void namesWhatItCannotRead() {
        refused("speed=1Gbps", "'speed=1Gbps': expected KEY=VALUE");
        refused("peer=9", "peer must be DEVICE:PORT, got 9");
        refused("peer=9:x", "peer: 'x' is not a number");
        refused("mac=02:00", "'02:00' is not a MAC address");
        refused("peer-ipv4=10.0.0.256", "'10.0.0.256' is not an IPv4 address");
    }

    private static void refused(String link, String text) {
        IllegalArgumentException refusal =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new PortOptions(link).port("net_null0", false, 1600));
        assertTrue(refusal.getMessage().contains(text), refusal.getMessage());
    }
}
