package io.losslab.labs.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CableProbeTest {
    private static final CableProbe PROBE = new CableProbe("tor1", "17/2", "check");

    /** Written out by hand after IEEE 802.1AB-2016, 8.4 and 8.5. */
    private static final ByteString FRAME =
            ByteString.copyFrom(
                    HexFormat.of()
                            .parseHex(
                                    "0180c200000e"
                                            + "020000000001"
                                            + "88cc"
                                            + "0205"
                                            + "07"
                                            + "746f7231"
                                            + "0405"
                                            + "07"
                                            + "31372f32"
                                            + "0602"
                                            + "0001"
                                            + "0a05"
                                            + "636865636b"
                                            + "0000"
                                            + "00000000000000000000000000000000000000"));

    @Test
    void aProbeIsAnLldpFrameOfLocallyAssignedNames() {
        assertEquals(FRAME, PROBE.frame());
        assertEquals(60, FRAME.size());
    }

    @Test
    void aProbeIsReadBack() {
        assertEquals(Optional.of(PROBE), CableProbe.read(FRAME));
    }

    @Test
    void otherFramesAreNoProbes() {
        assertEquals(Optional.empty(), CableProbe.read(FRAME.substring(0, 38)));
        assertEquals(Optional.empty(), CableProbe.read(ByteString.EMPTY));
        byte[] other = FRAME.toByteArray();
        other[13] = 0;
        assertEquals(Optional.empty(), CableProbe.read(ByteString.copyFrom(other)));
    }

    @Test
    void aNameThatDoesNotFitIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new CableProbe("d".repeat(255), "1", "check"));
    }
}
