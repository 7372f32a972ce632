package io.losslab.labs.provision;

import com.google.protobuf.ByteString;
import io.losslab.devices.DeviceCall;
import io.losslab.driver.bfrt.TrafficTables;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What calls set, a line each, by the names of a program's P4Info and of bf-rt JSON. */
final class PlanLines {
    private final P4Info p4Info;
    private final BfRtSchema schema;

    PlanLines(P4Info p4Info, BfRtSchema schema) {
        this.p4Info = p4Info;
        this.schema = schema;
    }

    List<String> of(List<DeviceCall> calls) {
        List<String> lines = new ArrayList<>();
        for (DeviceCall call : calls) {
            if (call.request() instanceof WriteRequest write) {
                write.getUpdatesList().forEach(update -> lines.add(line(update)));
            } else if (call.request() instanceof io.losslab.proto.bfrt.WriteRequest row) {
                lines.add(
                        "pipe %d %s"
                                .formatted(
                                        row.getTarget().getPipeId(),
                                        TrafficTables.describe(schema, row)));
            } else {
                lines.add(call.method());
            }
        }
        return lines;
    }

    private String line(Update update) {
        if (update.getEntity().hasPacketReplicationEngineEntry()) {
            MulticastGroupEntry group =
                    update.getEntity().getPacketReplicationEngineEntry().getMulticastGroupEntry();
            return "%s multicast group %d: ports %s"
                    .formatted(
                            update.getType(),
                            group.getMulticastGroupId(),
                            group.getReplicasList().stream()
                                    .map(replica -> number(replica.getPort()))
                                    .toList());
        }
        TableEntry entry = update.getEntity().getTableEntry();
        Table table =
                p4Info.getTablesList().stream()
                        .filter(each -> each.getPreamble().getId() == entry.getTableId())
                        .findFirst()
                        .orElseThrow();
        String keys =
                entry.getMatchList().stream()
                        .map(match -> key(table, match))
                        .collect(Collectors.joining(" "));
        String does =
                entry.getAction().hasAction()
                        ? action(entry.getAction().getAction())
                        : entry
                                .getAction()
                                .getActionProfileActionSet()
                                .getActionProfileActionsList()
                                .stream()
                                .map(member -> action(member.getAction()))
                                .toList()
                                .toString();
        return "%s %s %s%s -> %s"
                .formatted(
                        update.getType(),
                        table.getPreamble().getName(),
                        keys,
                        entry.getPriority() == 0 ? "" : " priority " + entry.getPriority(),
                        does);
    }

    private static String key(Table table, FieldMatch match) {
        MatchField field =
                table.getMatchFieldsList().stream()
                        .filter(each -> each.getId() == match.getFieldId())
                        .findFirst()
                        .orElseThrow();
        String value =
                switch (match.getFieldMatchTypeCase()) {
                    case EXACT -> number(match.getExact().getValue()).toString();
                    case LPM ->
                            hex(match.getLpm().getValue()) + "/" + match.getLpm().getPrefixLen();
                    case TERNARY ->
                            hex(match.getTernary().getValue())
                                    + "&"
                                    + hex(match.getTernary().getMask());
                    case RANGE ->
                            number(match.getRange().getLow())
                                    + ".."
                                    + number(match.getRange().getHigh());
                    default -> throw new AssertionError(match);
                };
        return field.getName() + "=" + value;
    }

    private String action(Action call) {
        var action =
                p4Info.getActionsList().stream()
                        .filter(each -> each.getPreamble().getId() == call.getActionId())
                        .findFirst()
                        .orElseThrow();
        List<String> params = new ArrayList<>();
        for (int i = 0; i < call.getParamsCount(); i++) {
            params.add(
                    "%s=%s"
                            .formatted(
                                    action.getParams(i).getName(),
                                    number(call.getParams(i).getValue())));
        }
        return action.getPreamble().getName() + params;
    }

    private static BigInteger number(ByteString bytes) {
        return new BigInteger(1, bytes.toByteArray());
    }

    private static String hex(ByteString bytes) {
        return "0x" + number(bytes).toString(16);
    }
}
