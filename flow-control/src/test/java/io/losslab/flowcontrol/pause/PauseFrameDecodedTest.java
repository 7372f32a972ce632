package io.losslab.flowcontrol.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else's decoder reads our frames. */
class PauseFrameDecodedTest {
    private static final int WITHOUT_FCS = PauseFrame.LENGTH_BYTES - 4;
    private static final int LINK_TYPE_ETHERNET = 1;

    @Test
    void tsharkReadsClassVectorAndQuanta(@TempDir Path folder) throws Exception {
        assumeTrue(hasTshark(), "tshark is not installed (Debian package tshark)");
        Path capture = folder.resolve("pfc.pcap");
        Files.write(
                capture, capture(frame(1 << 3, 65_535), frame(0b1000_0001, 1_954), frame(1, 0)));

        List<String> rows =
                tshark(
                        capture.toString(),
                        "eth.dst",
                        "eth.src",
                        "macc.opcode",
                        "macc.cbfc.enbv",
                        "macc.cbfc.pause_time.c0",
                        "macc.cbfc.pause_time.c3",
                        "macc.cbfc.pause_time.c7");

        String addresses = "01:80:c2:00:00:01|02:00:00:00:01:03|0x0101|";
        assertEquals(
                List.of(
                        addresses + "0x0008|0|65535|0",
                        addresses + "0x0081|1954|0|1954",
                        addresses + "0x0001|0|0|0"),
                rows);
    }

    private static byte[] frame(int priorities, int quanta) {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(frame, 0, 0x02_00_00_00_01_03L, priorities, quanta);
        return frame;
    }

    /** A capture file of the classic format, microseconds, frames without FCS. */
    private static byte[] capture(byte[]... frames) {
        ByteBuffer file =
                ByteBuffer.allocate(24 + frames.length * (16 + WITHOUT_FCS))
                        .order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0xA1B2C3D4).putShort((short) 2).putShort((short) 4);
        file.putInt(0).putInt(0).putInt(65_535).putInt(LINK_TYPE_ETHERNET);
        for (int i = 0; i < frames.length; i++) {
            file.putInt(0).putInt(i).putInt(WITHOUT_FCS).putInt(WITHOUT_FCS);
            file.put(frames[i], 0, WITHOUT_FCS);
        }
        return file.array();
    }

    private static boolean hasTshark() throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder("tshark", "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> tshark(String capture, String... fields) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "tshark",
                                "-n",
                                "-r",
                                capture,
                                "-T",
                                "fields",
                                "-E",
                                "separator=|"));
        Arrays.stream(fields).forEach(field -> command.addAll(List.of("-e", field)));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), "tshark's exit code");
        return output.lines().toList();
    }
}
