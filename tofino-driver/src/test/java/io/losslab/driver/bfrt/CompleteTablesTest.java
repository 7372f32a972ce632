package io.losslab.driver.bfrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.driver.bfrt.sde.SdeChip;
import io.losslab.driver.bfrt.sde.SdeFiles;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.FieldType;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableField;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All tables that the SDE hands out, and those of the compiled programs; the former if at hand. */
class CompleteTablesTest {
    private static final String UNKNOWN =
            """
{"tables": [{"name": "tf2.dev.warm_init", "id": 7, "table_type": "WarmInit", "key": [],
 "data": [{"singleton": {"id": 4, "name": "p4_programs", "repeated": true, "container": [
            {"singleton": {"id": 5, "name": "p4_name", "type": {"type": "string"}}}]}},
          {"singleton": {"id": 1, "name": "mode",
            "type": {"type": "enum", "choices": ["A", "B"]}}},
          {"singleton": {"id": 2, "name": "on", "type": {"type": "bool"}}}]}]}
""";

    @Test
    void aFieldOfUnknownTypeIsInTheWayOfNothingButItself() {
        TableSchema table = BfRtSchema.parse(List.of(UNKNOWN)).table("tf2.dev.warm_init");
        RowCodec codec = new RowCodec(table);
        TableRow row = TableRow.defaultEntry().with("on", true);
        TableEntry entry = codec.encode(row);
        assertEquals(row, codec.decode(entry));
        TableEntry.Builder more = entry.toBuilder();
        more.getDataBuilder().addFields(DataField.newBuilder().setFieldId(4));
        assertEquals(row, codec.decode(more.build()));
        for (String field : List.of("p4_programs", "mode")) {
            assertEquals(
                    "table tf2.dev.warm_init: field %s can only be read: it is a container, or of an unknown type"
                            .formatted(field),
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> codec.encode(TableRow.defaultEntry().with(field, "A")))
                            .getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pfc_forward", "portfc", "ofc", "pyrrha"})
    void aClientBindsToACompiledProgramAndAllFixedTables(String program)
            throws InterruptedException {
        SdeChip chip = new SdeChip(SdeFiles.requiredFixedTables());
        chip.boot(
                ForwardingPipelineConfig.newBuilder()
                        .setP4Name(program)
                        .setBfruntimeInfo(
                                ByteString.copyFromUtf8(SdeFiles.requiredProgram(program)))
                        .build());
        LoopbackServer server = new LoopbackServer(chip);
        try (BfRtClient client = new BfRtClient(server.channel(), 0, 1)) {
            client.open();
            client.bind(program);
            TrafficTables tables =
                    new TrafficTables(BfRtSchema.parse(List.of(chip.fixedTables())), 0, 1);
            WriteRequest port = tables.port(136, "BF_SPEED_100G", "BF_FEC_TYP_REED_SOLOMON");
            client.send(port);
            assertEquals(port, client.present(port));
        } finally {
            server.stop();
        }
    }

    @Test
    void onlyContainersAndEnumerationsAreUnknownAmongTheFixedTables() {
        BfRtSchema schema = BfRtSchema.parse(List.of(SdeFiles.requiredFixedTables()));
        List<String> unknown =
                schema.tables().stream()
                        .flatMap(
                                table ->
                                        Stream.concat(
                                                        table.data().stream(),
                                                        table.actions().stream()
                                                                .flatMap(
                                                                        it -> it.fields().stream()))
                                                .filter(it -> it.type() == FieldType.OPAQUE)
                                                .map(TableField::name)
                                                .map(name -> table.name() + " " + name))
                        .toList();
        assertEquals(
                List.of("tf2.dev.warm_init p4_programs", "tf2.pktgen.port_down_replay replay_mode"),
                unknown);
        assertEquals(56, schema.tables().size());
    }

    /** As the SDE reports a batch: a detail for each update, up to the last that failed. */
    @Test
    void everyUpdateOfABatchIsAnsweredForItself() throws InterruptedException {
        BfRtDevice chip = new BfRtDevice();
        LoopbackServer server = new LoopbackServer(chip);
        BfRtSchema schema = BfRtSchema.parse(List.of(chip.fixedTables()));
        try (BfRtClient client = new BfRtClient(server.channel(), 0, 1)) {
            client.open();
            client.bind(BfRtDevice.PROGRAM);
            TrafficTables tables = new TrafficTables(schema, 0, 1);
            WriteRequest good = tables.port(8, "BF_SPEED_100G", "BF_FEC_TYP_REED_SOLOMON");
            WriteRequest.Builder batch = good.toBuilder();
            Update.Builder wide = good.getUpdates(0).toBuilder();
            wide.getEntityBuilder()
                    .getTableEntryBuilder()
                    .getKeyBuilder()
                    .getFieldsBuilder(0)
                    .getExactBuilder()
                    .setValue(ByteString.copyFrom(new byte[5]));
            Update.Builder choice = good.getUpdates(0).toBuilder();
            choice.getEntityBuilder()
                    .getTableEntryBuilder()
                    .getDataBuilder()
                    .getFieldsBuilder(0)
                    .setStrVal("BF_SPEED_99G");
            batch.addUpdates(wide).addUpdates(choice).addUpdates(good.getUpdates(0));
            String refused =
                    assertThrows(DeviceException.class, () -> client.send(batch.build()))
                            .getMessage();
            assertTrue(
                    refused.contains("Failed to create key for field:1 table:$PORT Invalid"),
                    refused);
            assertTrue(refused.contains("SetValue failed for field:1 table:$PORT Inv"), refused);
            assertEquals(1, chip.entryCount());
            StatusRuntimeException status =
                    assertThrows(
                            StatusRuntimeException.class,
                            () ->
                                    BfRuntimeGrpc.newBlockingStub(server.channel().channel())
                                            .write(batch.build()));
            assertEquals("UNKNOWN: Write Error Status", status.getMessage());
            assertEquals(3, StatusProto.fromThrowable(status).getDetailsCount());
        } finally {
            server.stop();
        }
    }
}
