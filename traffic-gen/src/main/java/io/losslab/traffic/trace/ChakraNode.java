package io.losslab.traffic.trace;

import java.util.List;
import java.util.Map;

/**
 * A node of a Chakra execution trace, as far as it is replayed.
 *
 * @param record of its file, from 1
 * @param type number of its {@code NodeType}
 * @param after ids of nodes of the same file, control and data dependencies alike
 * @param durationMicros 0 where it has none
 * @param numbers whole-numbered attributes by name, truth values among them
 * @param texts attributes that are text
 */
record ChakraNode(
        int record,
        long id,
        String name,
        int type,
        List<Long> after,
        long durationMicros,
        Map<String, Long> numbers,
        Map<String, String> texts) {
    // NodeType of et_def.proto
    static final int METADATA = 1;
    static final int COMPUTE = 4;
    static final int SEND = 5;
    static final int RECEIVE = 6;
    static final int COLLECTIVE = 7;
    static final int LAST_TYPE = 10;

    /** For users, such as {@code record 7 (node 12, all_reduce)}. */
    String describe() {
        return "record %d (node %d%s)".formatted(record, id, name.isEmpty() ? "" : ", " + name);
    }
}
