package io.losslab.devices.sonic.configdb;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.gNMIGrpc;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * SONiC's gNMI server, whose origin {@code sonic-db} has the databases as they are. It makes a JSON
 * Patch of a Set, applies it as {@code config apply-patch} does, and saves the configuration.
 * Source: sonic-gnmi, gnmi_server/server.go and sonic_data_client/mixed_db_client.go.
 */
final class GnmiConfigDb implements ConfigDb {
    private static final String ORIGIN = "sonic-db";
    private static final String CONFIG = "CONFIG_DB";
    private static final String STATE = "APPL_DB";
    private static final String PORTS = "PORT_TABLE";

    /** A switch with one chip. */
    private static final String INSTANCE = "localhost";

    private final DeviceChannel channel;

    GnmiConfigDb(DeviceChannel channel) {
        this.channel = channel;
    }

    /** A table a call: for one without rows, the server answers that it finds nothing. */
    @Override
    public Reading read(Set<String> tables, Optional<String> checkpoint) {
        Struct.Builder all = Struct.newBuilder();
        for (String table : tables) {
            rows(CONFIG, table).ifPresent(rows -> all.putFields(table, ConfigRows.value(rows)));
        }
        return new Reading(all.build(), false);
    }

    private Optional<Struct> rows(String database, String table) {
        GetRequest request =
                GetRequest.newBuilder()
                        .setPrefix(prefix())
                        .addPath(path(database, List.of(table)))
                        .setEncoding(Encoding.JSON_IETF)
                        .build();
        try {
            return rows(channel.unary(gNMIGrpc.getGetMethod(), request), table);
        } catch (DeviceException e) {
            if (findsNothing(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public List<String> up(List<String> ports) {
        Struct rows = rows(STATE, PORTS).orElse(Struct.getDefaultInstance());
        return ports.stream().filter(port -> isUp(rows, port)).toList();
    }

    private static boolean isUp(Struct rows, String port) {
        return rows.getFieldsOrDefault(port, Value.getDefaultInstance())
                .getStructValue()
                .getFieldsOrDefault("oper_status", Value.getDefaultInstance())
                .getStringValue()
                .equals("up");
    }

    private static boolean findsNothing(DeviceException e) {
        return e.getCause() instanceof StatusRuntimeException status
                && status.getStatus().getCode() == Status.Code.NOT_FOUND;
    }

    private Optional<Struct> rows(GetResponse response, String table) {
        for (Notification notification : response.getNotificationList()) {
            for (Update update : notification.getUpdateList()) {
                Struct.Builder rows = Struct.newBuilder();
                String json = update.getVal().getJsonIetfVal().toStringUtf8();
                try {
                    JsonFormat.parser().merge(json, rows);
                } catch (InvalidProtocolBufferException e) {
                    throw channel.failed(
                            "Get of %s is not a JSON object: %s".formatted(table, e.getMessage()),
                            "check that the server is SONiC's",
                            e);
                }
                return rows.getFieldsCount() == 0 ? Optional.empty() : Optional.of(rows.build());
            }
        }
        return Optional.empty();
    }

    @Override
    public void apply(ConfigPatch patch) {
        SetRequest.Builder request = SetRequest.newBuilder().setPrefix(prefix());
        for (ConfigPatch.Change change : patch.changes()) {
            Path path = path(CONFIG, change.path());
            if (change.after().isEmpty()) {
                request.addDelete(path);
            } else {
                String json = ConfigPatch.text(change.after().get());
                request.addUpdate(
                        Update.newBuilder()
                                .setPath(path)
                                .setVal(
                                        TypedValue.newBuilder()
                                                .setJsonIetfVal(ByteString.copyFromUtf8(json))));
            }
        }
        channel.allowing(LONGEST_CHANGE).unary(gNMIGrpc.getSetMethod(), request.build());
    }

    private static Path prefix() {
        return Path.newBuilder().setOrigin(ORIGIN).build();
    }

    /** The server makes a JSON Pointer of the names as they are. */
    private static Path path(String database, List<String> elements) {
        Path.Builder path = Path.newBuilder();
        path.addElem(PathElem.newBuilder().setName(database));
        path.addElem(PathElem.newBuilder().setName(INSTANCE));
        elements.forEach(
                name -> path.addElem(PathElem.newBuilder().setName(ConfigPatch.escaped(name))));
        return path.build();
    }
}
