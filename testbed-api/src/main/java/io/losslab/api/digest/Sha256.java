package io.losslab.api.digest;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest SHA-256, which every Java has. */
public final class Sha256 {
    private Sha256() {}

    /** The 32 bytes of a content's digest. */
    public static byte[] of(byte[] content) {
        return begin().digest(content);
    }

    /** A digest to be fed piece by piece. */
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
