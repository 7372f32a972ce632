package io.losslab.devices.ssh;

/**
 * What a command did.
 *
 * @param status its exit status
 * @param output of its standard output
 * @param errors of its standard error
 */
public record CommandResult(int status, String output, String errors) {
    public boolean succeeded() {
        return status == 0;
    }
}
