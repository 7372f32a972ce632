package io.losslab.p4.json;

/** A device config that is no program the switch can run; the message says where and why. */
public final class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ProgramException(String path, String problem) {
        super(path.isEmpty() ? problem : path + ": " + problem);
    }
}
