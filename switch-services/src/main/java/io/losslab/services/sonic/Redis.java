package io.losslab.services.sonic;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A connection to a Redis on a Unix socket. Thread safe. */
public final class Redis implements AutoCloseable {
    /** Numbers of databases: sonic-buildimage, database_config.json. */
    private static final Map<String, Integer> DATABASES =
            Map.of("APPL_DB", 0, "COUNTERS_DB", 2, "CONFIG_DB", 4);

    private final SocketChannel socket;
    private final InputStream input;

    private Redis(SocketChannel socket) {
        this.socket = socket;
        this.input = new BufferedInputStream(Channels.newInputStream(socket));
    }

    /** Connects to one of SONiC's databases. */
    public static Redis connect(Path path, String database) throws IOException {
        Redis redis = new Redis(SocketChannel.open(UnixDomainSocketAddress.of(path)));
        redis.call("SELECT", DATABASES.get(database).toString());
        return redis;
    }

    /**
     * The answer to a command: a {@link String}, a {@link Long}, a list of answers, or null.
     *
     * @throws IOException where Redis refuses it
     */
    public synchronized Object call(String... words) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        write(text, List.of(words));
        send(text);
        return answer();
    }

    /**
     * Gives several commands at once; their answers are ignored.
     *
     * @throws IOException where Redis refuses one
     */
    synchronized void calls(List<List<String>> commands) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        commands.forEach(words -> write(text, words));
        send(text);
        for (int left = commands.size(); left > 0; left--) {
            answer();
        }
    }

    private static void write(ByteArrayOutputStream text, List<String> words) {
        text.writeBytes(bytes("*%d\r\n".formatted(words.size())));
        for (String word : words) {
            byte[] bytes = bytes(word);
            text.writeBytes(bytes("$%d\r\n".formatted(bytes.length)));
            text.writeBytes(bytes);
            text.writeBytes(bytes("\r\n"));
        }
    }

    private void send(ByteArrayOutputStream text) throws IOException {
        ByteBuffer request = ByteBuffer.wrap(text.toByteArray());
        while (request.hasRemaining()) {
            socket.write(request);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Object answer() throws IOException {
        String line = line();
        String rest = line.substring(1);
        switch (line.charAt(0)) {
            case '+':
                return rest;
            case ':':
                return Long.valueOf(rest);
            case '$':
                int length = Integer.parseInt(rest);
                return length < 0 ? null : bulk(length);
            case '*':
                List<Object> all = new ArrayList<>();
                for (int left = Integer.parseInt(rest); left > 0; left--) {
                    all.add(answer());
                }
                return all;
            default:
                throw new IOException(rest);
        }
    }

    private String bulk(int length) throws IOException {
        byte[] bytes = input.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException();
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = input.read(); next != '\r'; next = input.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            line.append((char) next);
        }
        input.read();
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
