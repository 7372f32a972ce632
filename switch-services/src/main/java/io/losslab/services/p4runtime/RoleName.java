package io.losslab.services.p4runtime;

import io.losslab.proto.p4.v1.Role;

/**
 * A role that controllers take; the default role has no name. Each has a primary of its own
 * (P4Runtime 1.5, "Client Arbitration and Controller Replication").
 *
 * @param name empty for the default role, and for one that an old controller names by number
 * @param id number by which old controllers name it; 0 otherwise
 */
record RoleName(String name, long id) {
    static final RoleName DEFAULT = new RoleName("", 0);

    @SuppressWarnings("deprecation") // Role.id: old controllers name their role so
    static RoleName of(Role role) {
        return new RoleName(role.getName(), role.getId());
    }

    /** As notifications name it; not for the default role, which is named by leaving it out. */
    @SuppressWarnings("deprecation") // Role.id: old controllers name their role so
    Role toProto() {
        return Role.newBuilder().setName(name).setId(id).build();
    }

    boolean isDefault() {
        return equals(DEFAULT);
    }

    @Override
    public String toString() {
        if (isDefault()) {
            return "the default role";
        }
        return "role '%s'".formatted(name.isEmpty() ? Long.toUnsignedString(id) : name);
    }
}
