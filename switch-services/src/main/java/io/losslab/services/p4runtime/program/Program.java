package io.losslab.services.p4runtime.program;

import io.losslab.proto.p4.config.v1.ActionProfile;
import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.config.v1.Digest;
import io.losslab.proto.p4.config.v1.DirectCounter;
import io.losslab.proto.p4.config.v1.DirectMeter;
import io.losslab.proto.p4.config.v1.Meter;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.config.v1.Register;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.config.v1.ValueSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A program as its P4Info describes it, everything found by id. Immutable. */
public final class Program {
    private final P4Info info;
    private final Map<Integer, ActionSchema> actions = new HashMap<>();
    private final Map<Integer, TableSchema> tables = new LinkedHashMap<>();

    private Program(P4Info info) {
        this.info = info;
        info.getActionsList()
                .forEach(it -> actions.put(it.getPreamble().getId(), ActionSchema.of(it)));
        info.getTablesList().forEach(it -> tables.put(it.getPreamble().getId(), schema(it)));
    }

    /**
     * Reads a P4Info.
     *
     * @param problems gets all that is wrong with it; the program must not be run then
     */
    public static Program read(P4Info info, List<String> problems) {
        new ProgramCheck(info, problems).run();
        return new Program(info);
    }

    public Map<Integer, TableSchema> tables() {
        return tables;
    }

    public Optional<TableSchema> table(String name) {
        return tables.values().stream().filter(it -> it.name().equals(name)).findFirst();
    }

    public Optional<ActionSchema> action(String name) {
        return actions.values().stream().filter(it -> it.name().equals(name)).findFirst();
    }

    public Collection<ActionSchema> actions() {
        return actions.values();
    }

    public List<ActionProfile> profiles() {
        return info.getActionProfilesList();
    }

    public List<Counter> counters() {
        return info.getCountersList();
    }

    public Optional<Counter> counter(String name) {
        return info.getCountersList().stream()
                .filter(it -> it.getPreamble().getName().equals(name))
                .findFirst();
    }

    public List<Meter> meters() {
        return info.getMetersList();
    }

    public List<Register> registers() {
        return info.getRegistersList();
    }

    public DataType typeOf(Register register) {
        return new DataType(register.getTypeSpec(), info.getTypeInfo());
    }

    public DataType typeOf(Digest digest) {
        return new DataType(digest.getTypeSpec(), info.getTypeInfo());
    }

    public List<ValueSet> valueSets() {
        return info.getValueSetsList();
    }

    public KeySchema keyOf(ValueSet set) {
        return new KeySchema(set.getPreamble().getName(), set.getMatchList());
    }

    public List<Digest> digests() {
        return info.getDigestsList();
    }

    /** What goes with packets to the controller. */
    public Optional<PacketHeader> packetIn() {
        return controllerHeader("packet_in");
    }

    /** What goes with packets from the controller. */
    public Optional<PacketHeader> packetOut() {
        return controllerHeader("packet_out");
    }

    private Optional<PacketHeader> controllerHeader(String name) {
        return info.getControllerPacketMetadataList().stream()
                .filter(it -> it.getPreamble().getName().equals(name))
                .map(PacketHeader::new)
                .findFirst();
    }

    private TableSchema schema(Table table) {
        return new TableSchema(
                table,
                actions,
                find(
                        info.getActionProfilesList(),
                        ActionProfile::getPreamble,
                        List.of(table.getImplementationId())),
                find(
                        info.getDirectCountersList(),
                        DirectCounter::getPreamble,
                        table.getDirectResourceIdsList()),
                find(
                        info.getDirectMetersList(),
                        DirectMeter::getPreamble,
                        table.getDirectResourceIdsList()));
    }

    private static <T> Optional<T> find(
            List<T> among, Function<T, Preamble> preamble, List<Integer> ids) {
        return among.stream().filter(it -> ids.contains(preamble.apply(it).getId())).findFirst();
    }
}
