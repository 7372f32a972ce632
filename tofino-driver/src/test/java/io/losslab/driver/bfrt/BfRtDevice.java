package io.losslab.driver.bfrt;

import com.google.protobuf.ByteString;
import io.losslab.driver.bfrt.sde.SdeChip;
import io.losslab.driver.bfrt.sde.SdeFiles;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.KeyField;
import io.losslab.proto.bfrt.TableKey;
import java.util.List;
import java.util.stream.Stream;

/** A chip behind an SDE: with the SDE's own tables where they are at hand, or shortened ones. */
public final class BfRtDevice extends SdeChip {
    public static final String PROGRAM = "pfc_t2na";

    /** A device that runs {@link #PROGRAM}. */
    public BfRtDevice() {
        this(PROGRAM);
    }

    /** A device that runs a program of another name, with the tables of {@link #PROGRAM}. */
    public BfRtDevice(String program) {
        super(SdeFiles.completeFixedTables().orElseGet(SdeFiles::shortFixedTables));
        boot(
                ForwardingPipelineConfig.newBuilder()
                        .setP4Name(program)
                        .setBfruntimeInfo(ByteString.copyFromUtf8(SdeFiles.shortProgram()))
                        .addProfiles(
                                ForwardingPipelineConfig.Profile.newBuilder()
                                        .setProfileName("pipe")
                                        .setContext(ByteString.copyFromUtf8("{}"))
                                        .setBinary(ByteString.copyFromUtf8("binary")))
                        .build());
    }

    /** The JSON of its program's tables. */
    String programTables() {
        return SdeFiles.shortProgram();
    }

    public static TableKey exact(byte[]... values) {
        TableKey.Builder key = TableKey.newBuilder();
        for (int i = 0; i < values.length; i++) {
            key.addFields(
                    KeyField.newBuilder()
                            .setFieldId(i + 1)
                            .setExact(
                                    KeyField.Exact.newBuilder()
                                            .setValue(ByteString.copyFrom(values[i]))));
        }
        return key.build();
    }

    public static DataField number(int id, int bytes, long value) {
        byte[] stream = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            stream[i] = (byte) (value >> 8 * (bytes - 1 - i));
        }
        return DataField.newBuilder().setFieldId(id).setStream(ByteString.copyFrom(stream)).build();
    }

    /** The entries of a table in a pipe, in the order in which they were made. */
    public List<TableRow> rows(int pipe, String table) {
        List<String> documents =
                running().stream().map(it -> it.getBfruntimeInfo().toStringUtf8()).toList();
        TableSchema schema =
                BfRtSchema.parse(
                                Stream.concat(documents.stream(), Stream.of(fixedTables()))
                                        .toList())
                        .table(table);
        RowCodec codec = new RowCodec(schema);
        return entries(pipe, schema.id()).stream().map(codec::decode).toList();
    }
}
