package io.losslab.p4.packet;

import java.util.Arrays;

/**
 * A packet and its headers while a program works on it. Made once and used again: {@link #receive}
 * puts the next packet in.
 *
 * <pre>
 * words   fields and validity bits, see FieldLayout; metadata is valid from the start
 * varied  bytes of fields of variable length
 * data    the packet; bytes from payload on are not parsed
 * </pre>
 */
public final class PacketState {
    private static final long[] NO_ARGUMENTS = {};

    private final Layout layout;
    private final Environment environment;
    private final long[] template;

    /** Fields and validity bits. */
    public final long[] words;

    /** Bytes of fields of variable length. */
    public final byte[] varied;

    /** The packet; longer than it, zeros behind what was stored. */
    public byte[] data;

    /** Bytes of the packet, destination address to the last byte before the check sequence. */
    public int length;

    /** Bytes stored in {@link #data}; those behind are zeros. */
    public int stored;

    /** Where the bytes begin that the parser has not taken. */
    public int payload;

    /** Length on arrival, for counters and meters. */
    public int arrivedLength;

    /** Length with the headers added and removed since. */
    public int currentLength;

    /** Arguments of the action that runs. */
    public long[] arguments = NO_ARGUMENTS;

    /** Where the action goes on, or -1 for the next step. */
    public int jump = -1;

    /** Port that the packet came in by; 0 after recirculation. */
    public int ingressPort;

    /** How often it was resubmitted and recirculated. */
    public int passes;

    public int parserError;
    public boolean checksumError;

    /** The program left the control with {@code exit}. */
    public boolean exited;

    /** The program's assertion failed, or it made too many copies: the packet is dropped. */
    public boolean failed;

    /** Clone session asked for, or -1. */
    public int cloneSession;

    public int cloneFields;

    /** Digest asked for; 0 for none. The same for the field lists below. */
    public int digest;

    public int resubmitFields;
    public int recirculateFields;

    /** Length to which the packet is cut on leaving; {@link Integer#MAX_VALUE} for not. */
    public int truncateTo;

    public PacketState(Layout layout, Environment environment) {
        this.layout = layout;
        this.environment = environment;
        this.template = new long[layout.wordCount()];
        for (HeaderLayout header : layout.headers()) {
            template[header.validSlot()] = header.metadata() ? 1 : 0;
        }
        this.words = template.clone();
        this.varied = new byte[layout.byteCount()];
        this.data = new byte[256];
    }

    public Layout layout() {
        return layout;
    }

    public Environment environment() {
        return environment;
    }

    /**
     * Puts a packet in.
     *
     * @param from holds its first bytes
     * @param storedBytes how many; the others are zeros
     * @param bytes of the packet
     */
    public void receive(byte[] from, int at, int storedBytes, int bytes) {
        if (data.length < storedBytes) {
            data = new byte[Integer.highestOneBit(storedBytes) << 1];
        }
        System.arraycopy(from, at, data, 0, storedBytes);
        stored = storedBytes;
        length = bytes;
        truncateTo = Integer.MAX_VALUE;
        restart();
        arrivedLength = bytes;
        currentLength = bytes;
    }

    /** Forgets headers and requests, so that the packet can be parsed from its first byte. */
    public void restart() {
        System.arraycopy(template, 0, words, 0, words.length);
        payload = 0;
        parserError = 0;
        checksumError = false;
        forgetRequests();
    }

    /** Forgets what the program asked for. */
    public void forgetRequests() {
        exited = false;
        failed = false;
        cloneSession = -1;
        cloneFields = 0;
        digest = 0;
        resubmitFields = 0;
        recirculateFields = 0;
    }

    /** Metadata to zero. */
    public void clearMetadata() {
        for (HeaderLayout header : layout.headers()) {
            if (header.metadata()) {
                for (FieldLayout field : header.fields()) {
                    Arrays.fill(words, field.slot(), field.slot() + field.words(), 0);
                }
            }
        }
    }

    /** Becomes a copy of another packet of the same program. */
    public void copyFrom(PacketState other) {
        if (data.length < other.stored) {
            data = new byte[other.data.length];
        }
        System.arraycopy(other.data, 0, data, 0, other.stored);
        System.arraycopy(other.words, 0, words, 0, words.length);
        System.arraycopy(other.varied, 0, varied, 0, varied.length);
        stored = other.stored;
        length = other.length;
        payload = other.payload;
        arrivedLength = other.arrivedLength;
        currentLength = other.currentLength;
        parserError = other.parserError;
        checksumError = other.checksumError;
        truncateTo = other.truncateTo;
        ingressPort = other.ingressPort;
        passes = other.passes;
        forgetRequests();
    }

    /** Makes the first bytes readable, zeros where nothing was stored. */
    public void ensure(int bytes) {
        if (bytes <= stored) {
            return;
        }
        if (data.length < bytes) {
            data = Arrays.copyOf(data, Integer.highestOneBit(bytes) << 1);
        }
        Arrays.fill(data, stored, bytes, (byte) 0);
        stored = bytes;
    }
}
