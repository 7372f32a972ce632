package io.losslab.services.p4runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.ActionProfileAction;
import io.losslab.proto.p4.v1.ActionProfileActionSet;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.program.BitString;

/**
 * The forwarding program under ids of the test's own, small enough to fill up, and entries for it.
 */
public final class ProgramFixture {
    static final int ROUTES = 901;
    static final int FORWARD = 902;
    static final int DROP = 903;
    static final int ECMP = 904;
    public static final int RX = 905;
    public static final int TX = 906;
    static final int DST = 7;
    static final int PORT = 8;

    public static final P4Info INFO =
            parse(
                    """
                    pkg_info { name: "forward" arch: "v1model" }
                    tables {
                      preamble { id: 901 name: "ingress.routes" alias: "routes" }
                      match_fields { id: 7 name: "hdr.ipv4.dst_addr" bitwidth: 32 match_type: LPM }
                      action_refs { id: 902 scope: TABLE_ONLY }
                      action_refs { id: 903 scope: DEFAULT_ONLY }
                      implementation_id: 904
                      size: 3
                    }
                    actions {
                      preamble { id: 902 name: "ingress.forward" alias: "forward" }
                      params { id: 8 name: "port" bitwidth: 9 }
                    }
                    actions { preamble { id: 903 name: "ingress.drop" alias: "drop" } }
                    action_profiles {
                      preamble { id: 904 name: "ingress.ecmp" alias: "ecmp" }
                      table_ids: 901 with_selector: true size: 10 max_group_size: 6
                    }
                    counters {
                      preamble { id: 905 name: "ingress.rx" alias: "rx" }
                      spec { unit: BOTH } size: 16
                    }
                    counters {
                      preamble { id: 906 name: "egress.tx" alias: "tx" }
                      spec { unit: BOTH } size: 16
                    }
                    """);

    /** The same with a default action that cannot be changed. */
    static final P4Info CONSTANT_DEFAULT = withConstantDefault();

    private ProgramFixture() {}

    static P4Info parse(String text) {
        try {
            P4Info.Builder info = P4Info.newBuilder();
            TextFormat.merge(text, info);
            return info.build();
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static TableEntry key(int ipv4, int prefixBits) {
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(ROUTES);
        if (prefixBits > 0) {
            entry.addMatch(match(BitString.of(Integer.toUnsignedLong(ipv4)), prefixBits));
        }
        return entry.build();
    }

    static FieldMatch.Builder match(ByteString value, int prefixBits) {
        return FieldMatch.newBuilder()
                .setFieldId(DST)
                .setLpm(FieldMatch.LPM.newBuilder().setValue(value).setPrefixLen(prefixBits));
    }

    public static TableEntry route(int ipv4, int prefixBits, int... ports) {
        ActionProfileActionSet.Builder set = ActionProfileActionSet.newBuilder();
        for (int port : ports) {
            set.addActionProfileActions(member(port, 1));
        }
        return withSet(key(ipv4, prefixBits), set);
    }

    static TableEntry withSet(TableEntry key, ActionProfileActionSet.Builder set) {
        return key.toBuilder()
                .setAction(TableAction.newBuilder().setActionProfileActionSet(set))
                .build();
    }

    static ActionProfileAction.Builder member(int port, int weight) {
        return ActionProfileAction.newBuilder()
                .setAction(forward(BitString.of(port)))
                .setWeight(weight);
    }

    static Action.Builder forward(ByteString port) {
        return Action.newBuilder()
                .setActionId(FORWARD)
                .addParams(Action.Param.newBuilder().setParamId(PORT).setValue(port));
    }

    static Update update(Update.Type type, TableEntry entry) {
        return Update.newBuilder()
                .setType(type)
                .setEntity(Entity.newBuilder().setTableEntry(entry))
                .build();
    }

    public static Update insert(TableEntry entry) {
        return update(Update.Type.INSERT, entry);
    }

    private static P4Info withConstantDefault() {
        P4Info.Builder info = INFO.toBuilder();
        info.getTablesBuilder(0).setConstDefaultActionId(DROP);
        return info.build();
    }
}
