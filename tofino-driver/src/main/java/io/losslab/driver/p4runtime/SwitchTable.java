package io.losslab.driver.p4runtime;

import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import java.util.Optional;

/**
 * Table {@code ingress.port_to_switch}: which of the switches on a device a packet is in, by the
 * port it came by.
 *
 * @param tableId of the table
 * @param portFieldId of its key, the port
 * @param actionId of {@code ingress.enter_switch}
 * @param paramId of its parameter, the switch
 * @param routeFieldId of the switch in the key of the routes
 */
record SwitchTable(int tableId, int portFieldId, int actionId, int paramId, int routeFieldId) {
    static final String NAME = "ingress.port_to_switch";

    private static final String ACTION = "ingress.enter_switch";
    private static final String FIELD = "meta.logical_switch";

    /** The table of a program; empty where it has none. */
    static Optional<SwitchTable> of(P4Info info, Table routes) {
        Optional<MatchField> inRoutes =
                routes.getMatchFieldsList().stream()
                        .filter(field -> field.getName().equals(FIELD))
                        .findFirst();
        var table =
                info.getTablesList().stream()
                        .filter(each -> each.getPreamble().getName().equals(NAME))
                        .findFirst();
        var action =
                info.getActionsList().stream()
                        .filter(each -> each.getPreamble().getName().equals(ACTION))
                        .findFirst();
        if (inRoutes.isEmpty() || table.isEmpty() || action.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new SwitchTable(
                        table.get().getPreamble().getId(),
                        table.get().getMatchFields(0).getId(),
                        action.get().getPreamble().getId(),
                        action.get().getParams(0).getId(),
                        inRoutes.get().getId()));
    }

    /** Makes a port part of a switch. */
    TableEntry entry(int port, int logicalSwitch) {
        Action.Param param =
                Action.Param.newBuilder()
                        .setParamId(paramId)
                        .setValue(ForwardProgram.canonical(logicalSwitch))
                        .build();
        return TableEntry.newBuilder()
                .setTableId(tableId)
                .addMatch(ForwardProgram.exact(portFieldId, port))
                .setAction(
                        TableAction.newBuilder()
                                .setAction(
                                        Action.newBuilder().setActionId(actionId).addParams(param)))
                .build();
    }
}
