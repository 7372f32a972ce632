package io.losslab.devices.tofino2.program;

import com.google.protobuf.Message;
import io.losslab.driver.p4runtime.BundledProgram;
import java.util.List;

/**
 * A program and all that is set for it in addition to its routes. What a Tofino2 cannot do is
 * refused by a {@link io.losslab.devices.failure.CommandFailure} or, where a value does not fit, an
 * {@link IllegalArgumentException}.
 */
public interface SchemeProgram {
    BundledProgram program();

    /** Table entries, then multicast groups. */
    List<Message> entries();

    /** Rows of the fixed tables. */
    void addRows(TrafficRows rows);
}
