package io.losslab.orchestrator.backend;

import io.losslab.softswitch.netns.LabException;
import io.losslab.softswitch.netns.NamespaceLab;
import java.util.List;

/** Network namespaces, interfaces and processes of live labs whose run was killed. */
public final class LiveLeftovers {
    private LiveLeftovers() {}

    /** How many labs are left on this machine. */
    public static int count() {
        return NamespaceLab.leftOver();
    }

    /**
     * Takes them all away.
     *
     * @return what could not be removed, as text
     */
    public static List<String> remove() {
        try {
            return NamespaceLab.cleanUp();
        } catch (LabException e) {
            return List.of(e.getMessage());
        }
    }
}
