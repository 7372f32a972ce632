package io.losslab.driver.bfrt;

import io.grpc.StatusRuntimeException;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.Entity;
import io.losslab.proto.bfrt.Error;
import io.losslab.proto.bfrt.ReadRequest;
import io.losslab.proto.bfrt.TableEntry;
import java.util.ArrayList;
import java.util.List;

/** Reads rows of a device's hardware by their keys, many in a request. Thread safe. */
public final class RowReader {
    private final DeviceChannel channel;
    private final BfRtSchema schema;
    private final int deviceId;
    private final int clientId;

    RowReader(DeviceChannel channel, BfRtSchema schema, int deviceId, int clientId) {
        this.channel = channel;
        this.schema = schema;
        this.deviceId = deviceId;
        this.clientId = clientId;
    }

    /**
     * A row of a table.
     *
     * @param row where it is read, its key says which
     */
    public record Place(String table, TableRow row) {}

    /** Whether the device has a table. */
    public boolean has(String table) {
        return schema.tables().stream().anyMatch(each -> each.name().equals(table));
    }

    /**
     * Rows in the order of their places.
     *
     * @param pipe {@link BfRtClient#ALL_PIPES} for tables that are not of a pipe
     * @throws DeviceException where one is not there
     */
    public List<TableRow> read(int pipe, List<Place> places) {
        if (places.isEmpty()) {
            return List.of();
        }
        ReadRequest.Builder request =
                ReadRequest.newBuilder()
                        .setTarget(BfRtRequests.target(deviceId, pipe))
                        .setClientId(clientId);
        for (Place place : places) {
            TableEntry entry =
                    new RowCodec(schema.table(place.table()))
                            .encode(place.row()).toBuilder().clearData().build();
            request.addEntitiesBuilder()
                    .setTableEntry(
                            entry.toBuilder()
                                    .setTableFlags(
                                            entry.getTableFlags().toBuilder().setFromHw(true)));
        }
        List<TableRow> rows;
        try {
            rows = rows(request.build());
        } catch (StatusRuntimeException e) {
            throw failure(places, e);
        }
        if (rows.size() != places.size()) {
            throw channel.failed(
                    "it sent %d rows for %d that were asked".formatted(rows.size(), places.size()),
                    "see the log of the switch's bf_switchd",
                    null);
        }
        return rows;
    }

    /**
     * All rows that a table has in a pipe.
     *
     * @throws DeviceException where they cannot be read
     */
    public List<TableRow> all(int pipe, String table) {
        ReadRequest.Builder request =
                ReadRequest.newBuilder()
                        .setTarget(BfRtRequests.target(deviceId, pipe))
                        .setClientId(clientId);
        request.addEntitiesBuilder().getTableEntryBuilder().setTableId(schema.table(table).id());
        try {
            return rows(request.build());
        } catch (StatusRuntimeException e) {
            if (RowErrors.isMissing(RowErrors.of(e))) {
                return List.of();
            }
            throw failure(List.of(new Place(table, TableRow.defaultEntry())), e);
        }
    }

    private List<TableRow> rows(ReadRequest request) {
        List<TableRow> rows = new ArrayList<>();
        channel.timed(BfRuntimeGrpc.newBlockingStub(channel.channel()))
                .read(request)
                .forEachRemaining(
                        answer ->
                                answer.getEntitiesList().stream()
                                        .map(Entity::getTableEntry)
                                        .map(this::row)
                                        .forEach(rows::add));
        return rows;
    }

    private TableRow row(TableEntry entry) {
        TableSchema table =
                schema.table(entry.getTableId())
                        .orElseThrow(
                                () ->
                                        channel.failed(
                                                "it sent a row of a table that it does not have",
                                                "see the log of the switch's bf_switchd",
                                                null));
        return RowErrors.understood(channel, () -> new RowCodec(table).decode(entry));
    }

    private DeviceException failure(List<Place> places, StatusRuntimeException e) {
        List<Error> errors = RowErrors.of(e);
        for (int i = 0; i < Math.min(errors.size(), places.size()); i++) {
            if (RowErrors.isRefusal(errors.get(i))) {
                return channel.failed(
                        "table %s, %s: %s"
                                .formatted(
                                        places.get(i).table(),
                                        places.get(i).row().keyText(),
                                        RowErrors.text(errors.get(i))),
                        "see the log of the switch's bf_switchd",
                        e);
            }
        }
        return channel.failure("Read", e);
    }
}
