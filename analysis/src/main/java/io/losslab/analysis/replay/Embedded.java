package io.losslab.analysis.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Data as it may stand in a script element of a page that is also well-formed XML. */
final class Embedded {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Embedded() {}

    /** JSON on one line, without a character that is markup. */
    static String json(Object value) {
        return plainJson(value)
                .replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e");
    }

    /** JSON on one line, for {@link #packed}. */
    static String plainJson(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot write as JSON: " + value.getClass(), e);
        }
    }

    /** Bytes in the zlib format (RFC 1950), in the URL-safe alphabet of base64 (RFC 4648). */
    static String packed(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 2 + 64);
        Deflater strongest = new Deflater(Deflater.BEST_COMPRESSION);
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed, strongest)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            strongest.end();
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(packed.toByteArray());
    }
}
