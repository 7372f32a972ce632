package io.losslab.orchestrator.run;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.failure.FileFailure;
import io.losslab.labs.provision.UndoFailure;
import io.losslab.orchestrator.run.slurm.TasksLeft;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What an exception means that ended a cell. */
final class Failures {
    private Failures() {}

    /** Its message; of a file, with the reason. */
    static String text(Exception failure) {
        if (failure instanceof IOException files) {
            return FileFailure.reason(files);
        }
        if (failure instanceof UncheckedIOException files
                && files.getCause().toString().equals(files.getMessage())) {
            return FileFailure.reason(files.getCause());
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    /**
     * What is left of it once devices that are not restored, and tasks that are left, are reported;
     * null where nothing is.
     */
    static Exception cause(Exception failure) {
        if (failure instanceof TasksLeft tasks) {
            return tasks.getCause();
        }
        return failure instanceof UndoFailure undo ? undo.getCause() : failure;
    }

    /** Whether a device is at fault. */
    static boolean isOfDevice(Exception failure) {
        return ExitCode.of(cause(failure)) == ExitCode.DEVICE;
    }

    /** Whether what was asked for cannot be done. */
    static boolean isOfUsage(Exception failure) {
        return failure instanceof CommandFailure command && command.exitCode() == ExitCode.USAGE;
    }

    /**
     * Whether it is the run that failed, and no other cell can do better: results cannot be
     * written, devices are not as they were, or what was asked for cannot be done.
     */
    static boolean endsTheRun(Exception failure) {
        return failure instanceof IOException
                || failure instanceof UncheckedIOException
                || failure instanceof UndoFailure
                || isOfUsage(failure);
    }

    /** Whether its cause may have passed by now: a lost device or agent, a busy machine. */
    static boolean mayPass(Exception failure) {
        return isOfDevice(failure)
                || failure instanceof CommandFailure command
                        && command.exitCode() == ExitCode.FAILED;
    }
}
