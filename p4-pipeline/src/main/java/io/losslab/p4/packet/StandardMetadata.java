package io.losslab.p4.packet;

import io.losslab.p4.json.ProgramException;

/**
 * The fields by which a program and its switch talk, as simple_switch names them. Those that a
 * program does not declare are null, but for the five that every program must have.
 *
 * @param ingressPort {@code standard_metadata.ingress_port}
 * @param egressSpec port the program chose; {@link #DROP} drops
 * @param egressPort port the packet leaves by, while egress runs
 * @param packetLength bytes
 * @param instanceType {@link PacketKind}
 * @param parserError code of the parser's error
 * @param checksumError 1 where a checksum was wrong
 * @param multicastGroup 0 for none
 * @param replica which copy of a multicast packet this is
 * @param ingressMicros when the packet came
 * @param egressMicros when it left its queue
 * @param enqueueMicros when it joined its queue
 * @param enqueueDepth packets in the queue it joined
 * @param dequeueMicros time in the queue
 * @param dequeueDepth packets in the queue it left
 * @param queue the queue it waited in
 * @param priority the queue that the program chose
 */
public record StandardMetadata(
        FieldLayout ingressPort,
        FieldLayout egressSpec,
        FieldLayout egressPort,
        FieldLayout packetLength,
        FieldLayout instanceType,
        FieldLayout parserError,
        FieldLayout checksumError,
        FieldLayout multicastGroup,
        FieldLayout replica,
        FieldLayout ingressMicros,
        FieldLayout egressMicros,
        FieldLayout enqueueMicros,
        FieldLayout enqueueDepth,
        FieldLayout dequeueMicros,
        FieldLayout dequeueDepth,
        FieldLayout queue,
        FieldLayout priority) {
    /** The value of {@code egress_spec} that drops a packet. */
    public static final int DROP = 511;

    /** Finds the fields of a program. */
    public static StandardMetadata of(Names names) {
        return new StandardMetadata(
                required(names, "standard_metadata.ingress_port"),
                required(names, "standard_metadata.egress_spec"),
                required(names, "standard_metadata.egress_port"),
                required(names, "standard_metadata.packet_length"),
                required(names, "standard_metadata.instance_type"),
                optional(names, "standard_metadata.parser_error"),
                optional(names, "standard_metadata.checksum_error"),
                optional(names, "intrinsic_metadata.mcast_grp"),
                optional(names, "intrinsic_metadata.egress_rid"),
                optional(names, "intrinsic_metadata.ingress_global_timestamp"),
                optional(names, "intrinsic_metadata.egress_global_timestamp"),
                optional(names, "queueing_metadata.enq_timestamp"),
                optional(names, "queueing_metadata.enq_qdepth"),
                optional(names, "queueing_metadata.deq_timedelta"),
                optional(names, "queueing_metadata.deq_qdepth"),
                optional(names, "queueing_metadata.qid"),
                optional(names, "intrinsic_metadata.priority"));
    }

    /** Sets a field that may be absent. */
    public static void set(PacketState packet, FieldLayout field, long value) {
        if (field != null) {
            packet.words[field.slot()] = value & Bits.mask(field.widthBits());
        }
    }

    /** Reads a field that may be absent, as 0 then. */
    public static long get(PacketState packet, FieldLayout field) {
        return field == null ? 0 : packet.words[field.slot()];
    }

    /** Has the packet dropped at the end of the control, and not multicast. */
    public void drop(PacketState packet) {
        set(packet, egressSpec, DROP);
        set(packet, multicastGroup, 0);
    }

    private static FieldLayout required(Names names, String name) {
        FieldLayout field = optional(names, name);
        if (field == null) {
            throw new ProgramException(
                    "headers", "field " + name + " is missing: is it a v1model program?");
        }
        return field;
    }

    private static FieldLayout optional(Names names, String name) {
        return names.known(name)
                .or(() -> names.known(inStandardMetadata(name)))
                .filter(it -> it.isNarrow() && !it.isVariable())
                .orElse(null);
    }

    /** v1model declares all of them in one struct; aliases then lead there. */
    private static String inStandardMetadata(String name) {
        return "standard_metadata" + name.substring(name.indexOf('.'));
    }
}
