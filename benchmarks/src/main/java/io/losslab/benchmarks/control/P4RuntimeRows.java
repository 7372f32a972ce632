package io.losslab.benchmarks.control;

import com.google.protobuf.ByteString;
import com.sun.management.OperatingSystemMXBean;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import io.losslab.api.address.Ipv4Address;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.ActionProfileAction;
import io.losslab.proto.p4.v1.ActionProfileActionSet;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.ReadRequest;
import io.losslab.proto.p4.v1.ReadResponse;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import io.losslab.proto.p4.v1.WriteResponse;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Table entries a second: routes are inserted and deleted again, and read. Every lane has its own
 * routes and waits for each answer before it sends more.
 */
final class P4RuntimeRows {
    private static final int[] BATCHES = {1, 100, 1_000};
    private static final int LANES = 4;
    private static final int ROUTES_PER_LANE = 2_000;
    private static final int FIRST_HOST = 10 << 24;
    private static final Uint128 ELECTION_ID = Uint128.newBuilder().setLow(1).build();

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Channel channel;
    private final long device;
    private final P4Info program;
    private final double seconds;
    private final Table routes;
    private final int forwardId;

    /**
     * Rows for the forwarding program.
     *
     * @param seconds to measure each, after as many to warm up
     */
    P4RuntimeRows(Channel channel, long device, P4Info program, double seconds) {
        this.channel = channel;
        this.device = device;
        this.program = program;
        this.seconds = seconds;
        this.routes =
                program.getTablesList().stream()
                        .filter(it -> it.getPreamble().getName().equals("ingress.routes"))
                        .findFirst()
                        .orElseThrow();
        this.forwardId =
                program.getActionsList().stream()
                        .filter(it -> it.getPreamble().getName().equals("ingress.forward"))
                        .findFirst()
                        .orElseThrow()
                        .getPreamble()
                        .getId();
    }

    void measureAll(Consumer<ControlRow> sink) {
        StreamObserver<StreamMessageRequest> session = becomePrimary();
        for (int batch : BATCHES) {
            run();
            sink.accept(measure("p4runtime write", batch, lane -> writer(lane, batch)));
        }
        run();
        fill();
        sink.accept(measure("p4runtime read", 1, this::keyReader));
        sink.accept(measure("p4runtime read", LANES * ROUTES_PER_LANE, lane -> tableReader()));
        session.onCompleted();
    }

    private ControlRow measure(String name, int batch, IntFunction<CallLane.Caller<?>> callers) {
        long warm = System.nanoTime() + (long) (seconds * 1e9);
        long end = warm + (long) (seconds * 1e9);
        AtomicLong operations = new AtomicLong();
        List<CompletableFuture<Void>> lanes = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            lanes.add(start(callers.apply(lane), warm, end, operations));
        }
        long cpuAtWarm = cpuNanosAt(warm);
        CompletableFuture.allOf(lanes.toArray(CompletableFuture[]::new)).join();
        double measured = (System.nanoTime() - warm) / 1e9;
        double cpu = (PROCESS.getProcessCpuTime() - cpuAtWarm) / 1e9;
        return new ControlRow(name, batch, LANES, operations.get(), measured, cpu);
    }

    /** CPU time of the process when a time has come. */
    private static long cpuNanosAt(long nanoTime) {
        for (long left = nanoTime - System.nanoTime();
                left > 0;
                left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return PROCESS.getProcessCpuTime();
    }

    /** Operations that are confirmed while warming up do not count. */
    private static <R> CompletableFuture<Void> start(
            CallLane.Caller<R> caller, long warm, long end, AtomicLong operations) {
        CallLane.Caller<R> counted =
                new CallLane.Caller<>() {
                    @Override
                    public void call(long call, StreamObserver<R> answers) {
                        caller.call(call, answers);
                    }

                    @Override
                    public int operations(R answer) {
                        return System.nanoTime() < warm ? 0 : caller.operations(answer);
                    }
                };
        return new CallLane<>(counted, () -> System.nanoTime() < end, operations).start();
    }

    private CallLane.Caller<WriteResponse> writer(int lane, int batch) {
        List<WriteRequest> requests = new ArrayList<>();
        for (Update.Type type : List.of(Update.Type.INSERT, Update.Type.DELETE)) {
            for (int from = 0; from < ROUTES_PER_LANE; from += batch) {
                requests.add(writeRequest(type, lane * ROUTES_PER_LANE + from, batch));
            }
        }
        P4RuntimeGrpc.P4RuntimeStub stub = P4RuntimeGrpc.newStub(channel);
        return new CallLane.Caller<>() {
            @Override
            public void call(long call, StreamObserver<WriteResponse> answers) {
                stub.write(requests.get((int) (call % requests.size())), answers);
            }

            @Override
            public int operations(WriteResponse answer) {
                return batch;
            }
        };
    }

    private CallLane.Caller<ReadResponse> keyReader(int lane) {
        P4RuntimeGrpc.P4RuntimeStub stub = P4RuntimeGrpc.newStub(channel);
        return reader(
                (call, answers) ->
                        stub.read(
                                readRequest(
                                        key(
                                                lane * ROUTES_PER_LANE
                                                        + (int) (call % ROUTES_PER_LANE))),
                                answers));
    }

    private CallLane.Caller<ReadResponse> tableReader() {
        P4RuntimeGrpc.P4RuntimeStub stub = P4RuntimeGrpc.newStub(channel);
        ReadRequest all =
                readRequest(TableEntry.newBuilder().setTableId(routes.getPreamble().getId()));
        return reader((call, answers) -> stub.read(all, answers));
    }

    /** Makes a Read. */
    private interface Reading {
        void read(long call, StreamObserver<ReadResponse> answers);
    }

    private static CallLane.Caller<ReadResponse> reader(Reading reading) {
        return new CallLane.Caller<>() {
            @Override
            public void call(long call, StreamObserver<ReadResponse> answers) {
                reading.read(call, answers);
            }

            @Override
            public int operations(ReadResponse answer) {
                return answer.getEntitiesCount();
            }
        };
    }

    private StreamObserver<StreamMessageRequest> becomePrimary() {
        CompletableFuture<Void> answered = new CompletableFuture<>();
        StreamObserver<StreamMessageRequest> session =
                P4RuntimeGrpc.newStub(channel)
                        .streamChannel(
                                new StreamObserver<>() {
                                    @Override
                                    public void onNext(StreamMessageResponse answer) {
                                        answered.complete(null);
                                    }

                                    @Override
                                    public void onError(Throwable cause) {
                                        answered.completeExceptionally(cause);
                                    }

                                    @Override
                                    public void onCompleted() {}
                                });
        session.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(device)
                                        .setElectionId(ELECTION_ID))
                        .build());
        answered.join();
        return session;
    }

    /** Runs the program with empty tables. */
    private void run() {
        P4RuntimeGrpc.newBlockingStub(channel)
                .setForwardingPipelineConfig(
                        SetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(device)
                                .setElectionId(ELECTION_ID)
                                .setAction(
                                        SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                                .setConfig(ForwardingPipelineConfig.newBuilder().setP4Info(program))
                                .build());
    }

    private void fill() {
        P4RuntimeGrpc.P4RuntimeBlockingStub stub = P4RuntimeGrpc.newBlockingStub(channel);
        for (int from = 0; from < LANES * ROUTES_PER_LANE; from += 1_000) {
            stub.write(writeRequest(Update.Type.INSERT, from, 1_000));
        }
    }

    private WriteRequest writeRequest(Update.Type type, int from, int count) {
        WriteRequest.Builder request =
                WriteRequest.newBuilder().setDeviceId(device).setElectionId(ELECTION_ID);
        for (int i = from; i < from + count; i++) {
            TableEntry.Builder entry = key(i);
            if (type == Update.Type.INSERT) {
                entry.setAction(forward(1 + i % 4));
            }
            request.addUpdates(
                    Update.newBuilder()
                            .setType(type)
                            .setEntity(Entity.newBuilder().setTableEntry(entry)));
        }
        return request.build();
    }

    private ReadRequest readRequest(TableEntry.Builder filter) {
        return ReadRequest.newBuilder()
                .setDeviceId(device)
                .addEntities(Entity.newBuilder().setTableEntry(filter))
                .build();
    }

    private TableEntry.Builder key(int route) {
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(routes.getPreamble().getId());
        entry.addMatch(
                FieldMatch.newBuilder()
                        .setFieldId(routes.getMatchFields(0).getId())
                        .setLpm(
                                FieldMatch.LPM
                                        .newBuilder()
                                        .setValue(Ipv4Address.octets(FIRST_HOST + route))
                                        .setPrefixLen(32)));
        if (routes.getMatchFieldsCount() > 1) {
            // The logical switch: the device is one.
            entry.addMatch(
                    FieldMatch.newBuilder()
                            .setFieldId(routes.getMatchFields(1).getId())
                            .setExact(
                                    FieldMatch.Exact.newBuilder()
                                            .setValue(ByteString.copyFrom(new byte[1]))));
        }
        return entry;
    }

    private TableAction.Builder forward(int port) {
        Action.Builder action =
                Action.newBuilder()
                        .setActionId(forwardId)
                        .addParams(
                                Action.Param.newBuilder()
                                        .setParamId(1)
                                        .setValue(ByteString.copyFrom(new byte[] {(byte) port})));
        return TableAction.newBuilder()
                .setActionProfileActionSet(
                        ActionProfileActionSet.newBuilder()
                                .addActionProfileActions(
                                        ActionProfileAction.newBuilder()
                                                .setAction(action)
                                                .setWeight(1)));
    }
}
