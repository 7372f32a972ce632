package io.losslab.softswitch.pcap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Writes a pcapng file: one section, an Ethernet interface for each port with times in nanoseconds,
 * and an enhanced packet block for each frame with its direction (draft-ietf-opsawg-pcapng, 4.1 to
 * 4.3). Not thread safe; nothing is allocated per frame.
 */
public final class PcapngWriter implements AutoCloseable {
    private static final int SECTION_HEADER = 0x0A0D0D0A;
    private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int ENHANCED_PACKET = 6;
    private static final int LINK_ETHERNET = 1;
    private static final short OPTION_INTERFACE_NAME = 2;
    private static final short OPTION_TIME_RESOLUTION = 9;
    private static final short OPTION_PACKET_FLAGS = 2;
    private static final byte NANOSECONDS = 9;
    private static final int INBOUND = 1;
    private static final int OUTBOUND = 2;
    private static final int BUFFER_BYTES = 1 << 18;

    /** Around a frame: block header 28, direction 8, end of options 4, length 4, padding 3. */
    private static final int AROUND_BYTES = 47;

    private final FileChannel file;
    private final ByteBuffer buffer =
            ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * Creates a file, in place of one that is there.
     *
     * @param interfaceNames by number, as readers show them
     * @param snapBytes most bytes kept of a frame
     */
    public PcapngWriter(Path path, List<String> interfaceNames, int snapBytes) throws IOException {
        file =
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING);
        putSectionHeader();
        interfaceNames.forEach(name -> putInterface(name, snapBytes));
        flush();
    }

    /**
     * Writes a frame.
     *
     * @param interfaceNumber place in the list of names
     * @param capturedBytes of {@code frame} that are kept, from its beginning on
     * @param frameBytes that it had, without FCS
     */
    public void write(
            int interfaceNumber,
            long nanos,
            boolean outbound,
            byte[] frame,
            int capturedBytes,
            int frameBytes) {
        if (buffer.remaining() < capturedBytes + AROUND_BYTES) {
            flush();
        }
        int padding = -capturedBytes & 3;
        int length = 28 + capturedBytes + padding + 12 + 4;
        buffer.putInt(ENHANCED_PACKET).putInt(length).putInt(interfaceNumber);
        buffer.putInt((int) (nanos >>> 32)).putInt((int) nanos);
        buffer.putInt(capturedBytes).putInt(frameBytes);
        buffer.put(frame, 0, capturedBytes);
        pad(padding);
        buffer.putShort(OPTION_PACKET_FLAGS).putShort((short) 4);
        buffer.putInt(outbound ? OUTBOUND : INBOUND);
        buffer.putInt(0).putInt(length);
    }

    @Override
    public void close() throws IOException {
        try (file) {
            flush();
        }
    }

    private void putSectionHeader() {
        buffer.putInt(SECTION_HEADER).putInt(28).putInt(BYTE_ORDER_MAGIC);
        buffer.putShort((short) 1).putShort((short) 0);
        // Length of the section: unknown.
        buffer.putLong(-1).putInt(28);
    }

    private void putInterface(String name, int snapBytes) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        int padding = -text.length & 3;
        int length = 16 + 4 + text.length + padding + 8 + 4 + 4;
        buffer.putInt(INTERFACE_DESCRIPTION).putInt(length);
        buffer.putShort((short) LINK_ETHERNET).putShort((short) 0).putInt(snapBytes);
        buffer.putShort(OPTION_INTERFACE_NAME).putShort((short) text.length).put(text);
        pad(padding);
        buffer.putShort(OPTION_TIME_RESOLUTION).putShort((short) 1).put(NANOSECONDS);
        pad(3);
        buffer.putInt(0).putInt(length);
    }

    private void pad(int bytes) {
        for (int i = 0; i < bytes; i++) {
            buffer.put((byte) 0);
        }
    }

    private void flush() {
        buffer.flip();
        try {
            while (buffer.hasRemaining()) {
                file.write(buffer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        buffer.clear();
    }
}
