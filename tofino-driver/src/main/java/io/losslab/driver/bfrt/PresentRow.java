package io.losslab.driver.bfrt;

import io.grpc.StatusRuntimeException;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableAction;
import io.losslab.driver.bfrt.table.TableField;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.Entity;
import io.losslab.proto.bfrt.Error;
import io.losslab.proto.bfrt.ReadRequest;
import io.losslab.proto.bfrt.ReadResponse;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TableFlags;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** What a row of a table is now, in the terms of a request that sets it. */
record PresentRow(DeviceChannel channel, int clientId, TableSchema table) {
    /** The same row as the device has it; see {@link BfRtClient#present}. */
    WriteRequest of(WriteRequest request) {
        Update update = request.getUpdates(0);
        TableEntry sent = update.getEntity().getTableEntry();
        TableEntry.Builder key = sent.toBuilder().clearData();
        ReadRequest read =
                ReadRequest.newBuilder()
                        .setTarget(request.getTarget())
                        .setClientId(clientId)
                        .addEntities(
                                Entity.newBuilder()
                                        .setTableEntry(key.clone().setTableFlags(flags())))
                        .build();
        WriteRequest.Builder present = request.toBuilder();
        Update.Builder change = present.getUpdatesBuilder(0);
        Optional<TableEntry> found = found(read);
        if (found.isEmpty()) {
            change.setType(Update.Type.DELETE).getEntityBuilder().setTableEntry(key);
            return present.build();
        }
        boolean goes =
                update.getType() == Update.Type.INSERT || update.getType() == Update.Type.DELETE;
        if (goes) {
            change.setType(Update.Type.INSERT);
        }
        TableData data = goes ? whole(found.get()) : ofFields(sent, found.get());
        change.getEntityBuilder().setTableEntry(key.setData(data));
        return present.build();
    }

    private TableData ofFields(TableEntry sent, TableEntry found) {
        TableData.Builder data = TableData.newBuilder().setActionId(found.getData().getActionId());
        for (DataField field : sent.getData().getFieldsList()) {
            found.getData().getFieldsList().stream()
                    .filter(each -> each.getFieldId() == field.getFieldId())
                    .map(each -> isRounded(sent, found, each) ? field : each)
                    .forEach(data::addFields);
        }
        if (sent.getData().getActionId() != found.getData().getActionId()) {
            ofItsAction(found.getData()).stream()
                    .filter(field -> !data.getFieldsList().contains(field))
                    .forEach(data::addFields);
        }
        return data.build();
    }

    /** What is lost with another action. */
    private List<DataField> ofItsAction(TableData row) {
        List<TableField> own =
                table.action(row.getActionId()).map(TableAction::fields).orElse(List.of());
        return row.getFieldsList().stream()
                .filter(field -> own.stream().anyMatch(each -> each.id() == field.getFieldId()))
                .toList();
    }

    /** All that is lost with a row. */
    private TableData whole(TableEntry row) {
        TableData.Builder data = TableData.newBuilder().setActionId(row.getData().getActionId());
        row.getData().getFieldsList().stream()
                .filter(field -> isWritable(row, field))
                .forEach(data::addFields);
        return data.build();
    }

    private boolean isWritable(TableEntry row, DataField field) {
        String action = table.action(row.getData().getActionId()).map(TableAction::name).orElse("");
        return table.fieldsOf(action).stream()
                .anyMatch(each -> each.id() == field.getFieldId() && !each.readOnly());
    }

    private TableFlags flags() {
        return TableFlags.newBuilder()
                .setFromHw(!table.name().startsWith(PacketGenerator.TABLES))
                .build();
    }

    /** Whether a number reads otherwise only because the device counts in clocks. */
    private boolean isRounded(TableEntry sent, TableEntry read, DataField field) {
        if (!table.name().equals(PacketGenerator.APPLICATION)
                || sent.getData().getActionId() != read.getData().getActionId()) {
            return false;
        }
        RowCodec codec = new RowCodec(table);
        TableRow wanted = RowErrors.checked(channel, () -> codec.decode(sent));
        TableRow now = RowErrors.understood(channel, () -> codec.decode(read));
        return PacketGenerator.ROUNDED.stream()
                .filter(name -> near(wanted.data().get(name), now.data().get(name)))
                .map(name -> table.field(table.fieldsOf(wanted.action()), name))
                .anyMatch(each -> each.id() == field.getFieldId());
    }

    private Optional<TableEntry> found(ReadRequest request) {
        try {
            for (Iterator<ReadResponse> answers =
                            channel.timed(BfRuntimeGrpc.newBlockingStub(channel.channel()))
                                    .read(request);
                    answers.hasNext(); ) {
                ReadResponse answer = answers.next();
                if (answer.getEntitiesCount() > 0) {
                    return Optional.of(answer.getEntities(0).getTableEntry());
                }
            }
            return Optional.empty();
        } catch (StatusRuntimeException e) {
            List<Error> errors = RowErrors.of(e);
            if (RowErrors.isMissing(errors)) {
                return Optional.empty();
            }
            TableEntry asked = request.getEntities(0).getTableEntry();
            for (Error error : errors) {
                throw channel.refused(
                        "table %s, %s: %s"
                                .formatted(
                                        table.name(),
                                        new RowCodec(table).decode(asked).keyText(),
                                        RowErrors.text(error)),
                        "correct the setting",
                        e);
            }
            throw channel.failure("Read", e);
        }
    }

    private static boolean near(Object sent, Object read) {
        return sent instanceof Long wanted
                && read instanceof Long found
                && Math.abs(found - wanted) * 100 <= wanted * 3;
    }
}
