package io.losslab.api.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class AddressTest {
    @Test
    void anIpv4AddressReadsAsItIsWritten() {
        assertEquals(0x0A00_0107, Ipv4Address.parse("10.0.1.7"));
        assertEquals("10.0.1.7", Ipv4Address.text(0x0A00_0107));
        assertEquals("255.128.0.1", Ipv4Address.text(Ipv4Address.parse("255.128.0.1")));
        ByteString octets = ByteString.copyFrom(new byte[] {(byte) 192, 0, 2, 1});
        assertEquals(octets, Ipv4Address.octets(Ipv4Address.parse("192.0.2.1")));
        assertEquals("192.0.2.1", Ipv4Address.text(Ipv4Address.ofOctets(octets)));
    }

    @Test
    void aMacAddressReadsAsItIsWritten() {
        assertEquals(0x0200_0009_0002L, MacAddress.parse("02:00:00:09:00:02"));
        assertEquals("02:00:00:09:00:02", MacAddress.text(0x0200_0009_0002L));
        assertEquals("ff:ff:ff:ff:ff:fe", MacAddress.text(MacAddress.parse("FF:FF:FF:FF:FF:FE")));
    }

    @Test
    void anythingElseIsRefused() {
        for (String text : new String[] {"10.0.0.256", "10.0.0", "10.0.0.1.2", "a.b.c.d", ""}) {
            assertThrows(IllegalArgumentException.class, () -> Ipv4Address.parse(text), text);
        }
        for (String text : new String[] {"02:00", "02-00-00-09-00-02", "02:00:00:09:00:0g"}) {
            assertThrows(IllegalArgumentException.class, () -> MacAddress.parse(text), text);
        }
    }
}
