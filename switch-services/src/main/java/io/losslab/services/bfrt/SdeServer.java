package io.losslab.services.bfrt;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.Entity;
import io.losslab.proto.bfrt.Error;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.GetForwardingPipelineConfigRequest;
import io.losslab.proto.bfrt.GetForwardingPipelineConfigResponse;
import io.losslab.proto.bfrt.NonP4Config;
import io.losslab.proto.bfrt.ReadRequest;
import io.losslab.proto.bfrt.ReadResponse;
import io.losslab.proto.bfrt.SetForwardingPipelineConfigRequest;
import io.losslab.proto.bfrt.SetForwardingPipelineConfigResponse;
import io.losslab.proto.bfrt.StreamMessageRequest;
import io.losslab.proto.bfrt.StreamMessageResponse;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import io.losslab.proto.bfrt.WriteResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The service: programs, clients, and the entries of the program that runs. Thread safe. */
public class SdeServer extends BfRuntimeGrpc.BfRuntimeImplBase {
    /** The program of a chip that has none. */
    private static final String SHARED = "$SHARED";

    private static final int PIPES = 4;
    private static final int LONGEST_NAME = 255;

    private final String fixed;
    private final SdeHardware hardware;
    private final SdeClients clients = new SdeClients();
    private Optional<ForwardingPipelineConfig> running = Optional.empty();
    private SdeEntries entries;

    /**
     * A chip without a program.
     *
     * @param fixed JSON of its fixed tables
     * @param hardware what the tables are about
     */
    public SdeServer(String fixed, SdeHardware hardware) {
        this.fixed = fixed;
        this.hardware = hardware;
        this.entries = new SdeEntries(List.of(fixed), hardware);
    }

    /** Loads a program as if the switch had been started with it. */
    public final synchronized void boot(ForwardingPipelineConfig program) {
        run(program, tables(program));
    }

    private SdeEntries tables(ForwardingPipelineConfig program) {
        return new SdeEntries(List.of(fixed, program.getBfruntimeInfo().toStringUtf8()), hardware);
    }

    private void run(ForwardingPipelineConfig program, SdeEntries empty) {
        entries = empty;
        running = Optional.of(inAllPipes(program));
        hardware.changed(entries);
    }

    /** What runs; empty: nothing. */
    public final synchronized Optional<ForwardingPipelineConfig> running() {
        return running;
    }

    /** The JSON of its fixed tables. */
    public final String fixedTables() {
        return fixed;
    }

    /** Looks at the entries, or prepares them; no request is answered meanwhile. */
    public final synchronized <T> T onEntries(Function<SdeEntries, T> work) {
        return work.apply(entries);
    }

    @Override
    public StreamObserver<StreamMessageRequest> streamChannel(
            StreamObserver<StreamMessageResponse> responses) {
        return clients.stream(responses);
    }

    @Override
    public synchronized void setForwardingPipelineConfig(
            SetForwardingPipelineConfigRequest request,
            StreamObserver<SetForwardingPipelineConfigResponse> responses) {
        answer(
                responses,
                () -> {
                    switch (request.getAction()) {
                        case BIND -> bind(request);
                        case VERIFY -> requireConfig(request);
                        case VERIFY_AND_WARM_INIT_BEGIN_AND_END -> load(request);
                        case RECONCILE_AND_WARM_INIT_END ->
                                throw SdeRefusal.unsupported(
                                        "Reconcile and warmInitEnd not supported");
                        default ->
                                throw SdeRefusal.unsupported(
                                        "%s not supported".formatted(request.getAction()));
                    }
                    return SetForwardingPipelineConfigResponse.getDefaultInstance();
                });
    }

    private void bind(SetForwardingPipelineConfigRequest request) {
        if (request.getConfigCount() != 1) {
            throw SdeRefusal.invalid("Exactly one config message required.");
        }
        String program = request.getConfig(0).getP4Name();
        clients.bind(request.getClientId(), program, runs(program));
    }

    private boolean runs(String program) {
        return running.map(ForwardingPipelineConfig::getP4Name).orElse(SHARED).equals(program);
    }

    private static void requireConfig(SetForwardingPipelineConfigRequest request) {
        for (ForwardingPipelineConfig config : request.getConfigList()) {
            boolean named =
                    config.getP4Name().length() <= LONGEST_NAME
                            && config.getProfilesList().stream()
                                    .allMatch(it -> it.getProfileName().length() <= LONGEST_NAME);
            if (!named) {
                throw SdeRefusal.invalid("Invalid device config sent");
            }
        }
    }

    /** The chip begins anew: no entries, no ports. */
    private void load(SetForwardingPipelineConfigRequest request) {
        requireConfig(request);
        ForwardingPipelineConfig program = request.getConfig(0);
        SdeEntries empty = tables(program);
        Optional<String> failure = hardware.refusal(program, empty);
        if (failure.isPresent()) {
            running = Optional.empty();
            entries = new SdeEntries(List.of(fixed), hardware);
            hardware.changed(entries);
            clients.announce(SHARED);
            throw SdeRefusal.invalid(failure.get());
        }
        boolean complete =
                program.getProfilesCount() > 0
                        && program.getProfilesList().stream()
                                .allMatch(
                                        profile ->
                                                !profile.getBinary().isEmpty()
                                                        && !profile.getContext().isEmpty());
        if (!complete) {
            throw SdeRefusal.invalid("Failed to add device during warm_init");
        }
        run(program, empty);
        clients.announce(program.getP4Name());
    }

    /** The SDE tells the pipes that a program runs in, in order. */
    private static ForwardingPipelineConfig inAllPipes(ForwardingPipelineConfig program) {
        ForwardingPipelineConfig.Builder all = program.toBuilder();
        for (ForwardingPipelineConfig.Profile.Builder profile : all.getProfilesBuilderList()) {
            if (profile.getPipeScopeCount() == 0) {
                profile.addAllPipeScope(IntStream.range(0, PIPES).boxed().toList());
            }
        }
        return all.build();
    }

    @Override
    public synchronized void getForwardingPipelineConfig(
            GetForwardingPipelineConfigRequest request,
            StreamObserver<GetForwardingPipelineConfigResponse> responses) {
        GetForwardingPipelineConfigResponse.Builder all =
                GetForwardingPipelineConfigResponse.newBuilder()
                        .setNonP4Config(
                                NonP4Config.newBuilder()
                                        .setBfruntimeInfo(ByteString.copyFromUtf8(fixed)));
        running.ifPresent(all::addConfig);
        responses.onNext(all.build());
        responses.onCompleted();
    }

    @Override
    public synchronized void write(WriteRequest request, StreamObserver<WriteResponse> responses) {
        answer(
                responses,
                () -> {
                    requireProgram(request.getClientId(), request.getP4Name());
                    List<Error> errors = new ArrayList<>();
                    for (Update update : request.getUpdatesList()) {
                        errors.add(
                                error(
                                        () ->
                                                entries.apply(
                                                        request.getTarget().getPipeId(), update)));
                    }
                    hardware.changed(entries);
                    requireNone("Write Error Status", errors);
                    return WriteResponse.getDefaultInstance();
                });
    }

    @Override
    public synchronized void read(ReadRequest request, StreamObserver<ReadResponse> responses) {
        answer(
                responses,
                () -> {
                    requireProgram(request.getClientId(), request.getP4Name());
                    ReadResponse.Builder found = ReadResponse.newBuilder();
                    List<Error> errors = new ArrayList<>();
                    for (Entity entity : request.getEntitiesList()) {
                        errors.add(
                                error(
                                        () ->
                                                found(
                                                        request.getTarget().getPipeId(),
                                                        entity.getTableEntry(),
                                                        found)));
                    }
                    requireNone("Read Error Status", errors);
                    return found.build();
                });
    }

    private void found(int pipe, TableEntry asked, ReadResponse.Builder found) {
        entries.read(pipe, asked).forEach(entry -> found.addEntitiesBuilder().setTableEntry(entry));
    }

    private void requireProgram(int client, String named) {
        String program = clients.programOf(client, named);
        if (!runs(program)) {
            throw SdeRefusal.missing("Unable to obtain BF_RT info for (%s)".formatted(program));
        }
    }

    private static Error error(Runnable work) {
        try {
            work.run();
            return Error.getDefaultInstance();
        } catch (SdeRefusal refused) {
            return refused.error();
        }
    }

    /** One detail for each update, up to the last that was refused. */
    private static void requireNone(String message, List<Error> errors) {
        int count = errors.size();
        while (count > 0 && errors.get(count - 1).getCanonicalCode() == Code.OK_VALUE) {
            count--;
        }
        if (count > 0) {
            throw StatusProto.toStatusRuntimeException(
                    com.google.rpc.Status.newBuilder()
                            .setCode(Code.UNKNOWN_VALUE)
                            .setMessage(message)
                            .addAllDetails(
                                    errors.subList(0, count).stream().map(Any::pack).toList())
                            .build());
        }
    }

    private static <T> void answer(StreamObserver<T> responses, Supplier<T> work) {
        T answer;
        try {
            answer = work.get();
        } catch (SdeRefusal refused) {
            SdeClients.refuse(responses, refused);
            return;
        } catch (io.grpc.StatusRuntimeException refused) {
            responses.onError(refused);
            return;
        }
        responses.onNext(answer);
        responses.onCompleted();
    }
}
