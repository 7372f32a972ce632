package io.losslab.devices.sonic.configdb;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.losslab.api.process.ProcessMark;

/**
 * A checkpoint of the whole configuration that a run keeps on the switch while it changes it.
 *
 * @param name of it
 * @param exists whether it is there
 */
record Checkpoint(String name, boolean exists) {
    private static final String NAME = "checkpoint";
    private static final String EXISTS = "exists";

    /** That of this process, whose runs follow one another. */
    static Checkpoint ofThisRun() {
        ProcessMark self = ProcessMark.current();
        String since = self.since().replaceAll("[^A-Za-z0-9]", "");
        return new Checkpoint("losslab-%d-%s".formatted(self.pid(), since), true);
    }

    Struct message() {
        return Struct.newBuilder()
                .putFields(NAME, ConfigRows.text(name))
                .putFields(EXISTS, Value.newBuilder().setBoolValue(exists).build())
                .build();
    }

    static boolean isMessage(Struct message) {
        return message.containsFields(NAME);
    }

    static Checkpoint of(Struct message) {
        return new Checkpoint(
                message.getFieldsOrThrow(NAME).getStringValue(),
                message.getFieldsOrThrow(EXISTS).getBoolValue());
    }
}
