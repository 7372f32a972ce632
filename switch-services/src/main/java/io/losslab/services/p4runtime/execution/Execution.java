package io.losslab.services.p4runtime.execution;

import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.services.p4runtime.entity.Cells;
import io.losslab.services.p4runtime.entity.ReplicationListener;
import io.losslab.services.p4runtime.entity.ValueSetListener;
import io.losslab.services.p4runtime.entity.table.ProfileListener;
import io.losslab.services.p4runtime.entity.table.ProfileStore;
import io.losslab.services.p4runtime.entity.table.TableBinding;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.Map;

/** How a device carries out what is written to it. Guarded by the device's lock. */
public interface Execution {
    /** Whether it is the P4 program itself that packets run through. */
    default boolean runsProgram() {
        return false;
    }

    /** By table id, who carries out its entries; others are only kept. */
    Map<Integer, TableBinding> tables();

    /** Names the profiles that entries refer to; called once. */
    void attach(ProfileStore profiles);

    /** Who hears of members and groups. */
    ProfileListener profileListener();

    /** Who hears of multicast groups and clone sessions. */
    default ReplicationListener replicationListener() {
        return ReplicationListener.NONE;
    }

    /** Who hears of parser value sets. */
    default ValueSetListener valueSetListener() {
        return ValueSetListener.NONE;
    }

    /** By counter id, the cells that packets count in. */
    Map<Integer, Cells<CounterData>> counters();

    /** By register id, the cells that packets read and write. */
    default Map<Integer, Cells<P4Data>> registers() {
        return Map.of();
    }

    /** By meter id, the meters that packets meet. */
    default Map<Integer, Cells<MeterConfig>> meters() {
        return Map.of();
    }

    /** Puts it in force with what was written so far; counters start at zero. */
    void commit() throws Refusal;

    /** What the one before holds is about to be written to this one. */
    default void expect(Execution previous) throws Refusal {}

    /** Puts it in force in place of the one before, whose entries were written to it. */
    void commitAfter(Execution previous) throws Refusal;

    /** Hands what has changed to the plane, all at once, if it is in force. */
    void flush() throws Refusal;

    /** What has changed was undone, or the plane has it. */
    void forgetChanges();
}
