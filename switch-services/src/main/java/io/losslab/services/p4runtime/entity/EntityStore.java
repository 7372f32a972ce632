package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.function.Consumer;

/** All entities of a kind that a device holds. */
public interface EntityStore {
    /**
     * Applies an update. Where it is refused, {@code journal} undoes the part that was done.
     *
     * @param entity of the store's kind
     */
    void write(Update.Type type, Entity entity, Journal journal) throws Refusal;

    /** Reads what a filter of the store's kind selects. */
    void read(Entity filter, Consumer<Entity> into) throws Refusal;

    /** Refuses what is neither INSERT, MODIFY nor DELETE. */
    static void requireType(Update.Type type) throws Refusal {
        if (type != Update.Type.INSERT
                && type != Update.Type.MODIFY
                && type != Update.Type.DELETE) {
            throw Refusal.invalid("the type of an update must be INSERT, MODIFY or DELETE");
        }
    }

    /**
     * Refuses INSERT and DELETE.
     *
     * @param what such as {@code a counter}
     */
    static void requireModify(Update.Type type, String what) throws Refusal {
        if (type != Update.Type.MODIFY) {
            throw Refusal.invalid(what + " can only be modified");
        }
    }
}
