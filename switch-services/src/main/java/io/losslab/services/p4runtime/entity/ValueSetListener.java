package io.losslab.services.p4runtime.entity;

import io.losslab.services.p4runtime.program.MatchKey;
import java.util.List;

/** Hears of parser value sets that were written. */
public interface ValueSetListener {
    /** Where nothing is done about them. */
    ValueSetListener NONE = (valueSetId, members, journal) -> {};

    /** A value set has these members from now on. */
    void valueSetChanged(int valueSetId, List<MatchKey> members, Journal journal);
}
