package io.losslab.services.p4runtime.entity.table;

import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.program.Refusal;

/** Who carries out entries that refer to members and groups. */
public interface ProfileListener {
    /**
     * A member or group in use by entries has changed.
     *
     * @throws Refusal where what it is now cannot be carried out; the change is undone then
     */
    void profileChanged(int profileId, Journal journal) throws Refusal;
}
