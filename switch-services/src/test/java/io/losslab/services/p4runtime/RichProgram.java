package io.losslab.services.p4runtime;

import com.google.protobuf.TextFormat;
import io.grpc.StatusRuntimeException;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Update;
import java.util.List;

/** The forwarding program with one object of every kind beside it, and text for entities. */
public final class RichProgram {
    public static final P4Info INFO =
            ProgramFixture.INFO.toBuilder()
                    .mergeFrom(
                            ProgramFixture.parse(
                                    """
                                    tables {
                                      preamble { id: 1001 name: "ingress.acl" alias: "acl" }
                                      match_fields { id: 1 name: "tos" bitwidth: 8 match_type: TERNARY }
                                      match_fields { id: 2 name: "sport" bitwidth: 16 match_type: RANGE }
                                      match_fields { id: 3 name: "proto" bitwidth: 8 match_type: OPTIONAL }
                                      match_fields { id: 4 name: "in" bitwidth: 9 match_type: EXACT }
                                      action_refs { id: 1101 }
                                      action_refs { id: 1102 }
                                      initial_default_action { action_id: 1102 }
                                      direct_resource_ids: 1301
                                      direct_resource_ids: 1302
                                      size: 4
                                    }
                                    tables {
                                      preamble { id: 1002 name: "ingress.vip" alias: "vip" }
                                      match_fields { id: 1 name: "dst" bitwidth: 128 match_type: EXACT }
                                      action_refs { id: 1101 }
                                      implementation_id: 1201
                                    }
                                    tables {
                                      preamble { id: 1003 name: "ingress.fixed" alias: "fixed" }
                                      match_fields { id: 1 name: "dst" bitwidth: 8 match_type: EXACT }
                                      action_refs { id: 1102 }
                                      is_const_table: true
                                    }
                                    tables {
                                      preamble { id: 1004 name: "ingress.keyless" alias: "keyless" }
                                      action_refs { id: 1101 }
                                    }
                                    actions {
                                      preamble { id: 1101 name: "ingress.mark" alias: "mark" }
                                      params { id: 1 name: "queue" bitwidth: 5 }
                                      params { id: 2 name: "class" bitwidth: 3 }
                                    }
                                    actions { preamble { id: 1102 name: "ingress.pass" alias: "pass" } }
                                    action_profiles {
                                      preamble { id: 1201 name: "ingress.backends" alias: "backends" }
                                      table_ids: 1002 with_selector: true size: 6 max_group_size: 4
                                      sum_of_weights {}
                                    }
                                    direct_counters {
                                      preamble { id: 1301 name: "ingress.acl_hits" alias: "acl_hits" }
                                      spec { unit: BOTH } direct_table_id: 1001
                                    }
                                    direct_meters {
                                      preamble { id: 1302 name: "ingress.acl_pace" alias: "acl_pace" }
                                      spec { unit: BYTES } direct_table_id: 1001
                                    }
                                    counters {
                                      preamble { id: 1401 name: "ingress.marks" alias: "marks" }
                                      spec { unit: BOTH } size: 4
                                    }
                                    meters {
                                      preamble { id: 1402 name: "ingress.pace" alias: "pace" }
                                      spec { unit: BYTES type: SINGLE_RATE_TWO_COLOR } size: 3
                                    }
                                    registers {
                                      preamble { id: 1501 name: "ingress.depth" alias: "depth" }
                                      type_spec { bitstring { bit { bitwidth: 12 } } } size: 3
                                    }
                                    registers {
                                      preamble { id: 1502 name: "ingress.root" alias: "root" }
                                      type_spec { struct { name: "root_t" } } size: 2
                                    }
                                    value_sets {
                                      preamble { id: 1601 name: "signals" alias: "signals" }
                                      match { id: 1 name: "type" bitwidth: 16 match_type: EXACT }
                                      size: 2
                                    }
                                    digests {
                                      preamble { id: 1701 name: "pause_events" alias: "pause_events" }
                                      type_spec { struct { name: "pause_events" } }
                                    }
                                    controller_packet_metadata {
                                      preamble { id: 1801 name: "packet_in" alias: "packet_in" }
                                      metadata { id: 5 name: "ingress_port" bitwidth: 9 }
                                    }
                                    controller_packet_metadata {
                                      preamble { id: 1802 name: "packet_out" alias: "packet_out" }
                                      metadata { id: 6 name: "egress_port" bitwidth: 9 }
                                    }
                                    type_info {
                                      structs {
                                        key: "root_t"
                                        value {
                                          members { name: "device" type_spec { bitstring { int { bitwidth: 16 } } } }
                                          members { name: "held" type_spec { bool {} } }
                                        }
                                      }
                                      structs {
                                        key: "pause_events"
                                        value {
                                          members { name: "port" type_spec { bitstring { bit { bitwidth: 9 } } } }
                                          members { name: "queue" type_spec { bitstring { bit { bitwidth: 8 } } } }
                                          members { name: "paused" type_spec { bitstring { bit { bitwidth: 1 } } } }
                                        }
                                      }
                                    }
                                    """))
                    .build();

    private RichProgram() {}

    static Entity entity(String text) {
        try {
            Entity.Builder entity = Entity.newBuilder();
            TextFormat.merge(text, entity);
            return entity.build();
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    public static Update insert(String entity) {
        return update(Update.Type.INSERT, entity);
    }

    static Update modify(String entity) {
        return update(Update.Type.MODIFY, entity);
    }

    static Update delete(String entity) {
        return update(Update.Type.DELETE, entity);
    }

    private static Update update(Update.Type type, String entity) {
        return Update.newBuilder().setType(type).setEntity(entity(entity)).build();
    }

    /** What becomes of one update or filter: {@code OK}, or code and text. */
    static String outcome(Runnable call) {
        try {
            call.run();
            return "OK";
        } catch (StatusRuntimeException e) {
            List<String> outcomes = LoopbackServer.outcomes(e);
            return outcomes.isEmpty() ? e.getMessage() : outcomes.get(0);
        }
    }
}
