package io.losslab.api.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceAddressTest {
    @Test
    void namesAndAddressesOfBothKindsAreRead() {
        assertEquals(new DeviceAddress("tor1.lab", 9559), DeviceAddress.parse("tor1.lab:9559"));
        assertEquals(new DeviceAddress("::1", 9559), DeviceAddress.parse("[::1]:9559"));
        assertEquals("[::1]:9559", DeviceAddress.parse("[::1]:9559").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tor1",
                ":9559",
                "tor1:",
                "tor1:x",
                "tor1:0",
                "tor1:65536",
                "::1:9559",
                "[]:1"
            })
    void anythingElseIsNone(String text) {
        assertThrows(IllegalArgumentException.class, () -> DeviceAddress.parse(text));
    }
}
