package io.losslab.p4.runtime;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Multicast groups and clone sessions. */
public final class Replication {
    /** A copy: by which port, and what the program sees as {@code egress_rid}. */
    public record Replica(int port, int instance) {}

    /**
     * A clone session.
     *
     * @param queue of the clones; -1 for what the program says
     * @param truncateTo bytes; 0 for all
     */
    public record Session(List<Replica> replicas, int queue, int truncateTo) {
        public Session {
            replicas = List.copyOf(replicas);
        }
    }

    private final Map<Integer, List<Replica>> groups = new HashMap<>();
    private final Map<Integer, Session> sessions = new HashMap<>();

    /** Sets a multicast group; null removes it. */
    public void setGroup(int group, List<Replica> replicas) {
        if (replicas == null) {
            groups.remove(group);
        } else {
            groups.put(group, List.copyOf(replicas));
        }
    }

    /** Sets a clone session; null removes it. */
    public void setSession(int session, Session wanted) {
        if (wanted == null) {
            sessions.remove(session);
        } else {
            sessions.put(session, wanted);
        }
    }

    /** The copies of a group; none where it is not set. */
    List<Replica> group(int group) {
        return groups.getOrDefault(group, List.of());
    }

    /** A session; null where it is not set. */
    Session session(int session) {
        return sessions.get(session);
    }
}
