package io.losslab.api.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ListenAddressTest {
    @Test
    void socketsNeedAddressAndPort() {
        assertEquals(50051, ListenAddress.parse("127.0.0.1:50051").getPort());
        assertEquals(0, ListenAddress.parse("[::1]:0").getPort());
        assertThrows(IllegalArgumentException.class, () -> ListenAddress.parse("127.0.0.1"));
        assertThrows(IllegalArgumentException.class, () -> ListenAddress.parse("127.0.0.1:70000"));
    }

    @Test
    void aPortAloneIsOneOfTheLoopbackAddress() {
        assertTrue(ListenAddress.parseOrLoopback("9400").getAddress().isLoopbackAddress());
        assertEquals(9400, ListenAddress.parseOrLoopback("9400").getPort());
        assertFalse(ListenAddress.parseOrLoopback("0.0.0.0:9400").getAddress().isLoopbackAddress());
        assertThrows(IllegalArgumentException.class, () -> ListenAddress.parseOrLoopback("x"));
        assertThrows(IllegalArgumentException.class, () -> ListenAddress.parseOrLoopback("70000"));
    }
}
