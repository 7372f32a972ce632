package io.losslab.services.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.proto.p4.config.v1.CounterSpec;
import io.losslab.proto.p4.config.v1.DirectCounter;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.DirectCounterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.ReadRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import io.losslab.proto.v1.Counter;
import io.losslab.services.p4runtime.ProgramFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Direct counters of routes, of a switch that carries traffic. */
class RouteCounterTest {
    private static final Uint128 ELECTION_ID = Uint128.newBuilder().setLow(9).build();

    private final TwoSites sites = new TwoSites();

    @BeforeEach
    void route() throws InterruptedException {
        sites.routed();
        sites.claim(TwoSites.M, ELECTION_ID);
    }

    @AfterEach
    void close() {
        sites.close();
    }

    @Test
    void aRouteCountsThePacketsThatTakeIt() {
        run(Action.RECONCILE_AND_COMMIT, counting(CounterSpec.Unit.BOTH));
        sites.start(TwoSites.A, TwoSites.bandwidth(1, TwoSites.C));
        sites.runUntil(500_000);
        CounterData first = counted(key(TwoSites.C));
        assertEquals(received(Counter.RX_PACKETS), first.getPacketCount());
        assertEquals(received(Counter.RX_BYTES), first.getByteCount());
        assertTrue(first.getPacketCount() > 1_000);
        assertTrue(counted(key(TwoSites.A)).getPacketCount() > 0, "no ACK was counted");
        assertEquals(CounterData.getDefaultInstance(), counted(key(TwoSites.B)));
        sites.runUntil(2_000_000);
        assertEquals(received(Counter.RX_PACKETS), counted(key(TwoSites.C)).getPacketCount());
        TableEntry withCount =
                read(Entity.newBuilder()
                                .setTableEntry(
                                        key(TwoSites.C).toBuilder()
                                                .setCounterData(CounterData.getDefaultInstance())))
                        .get(0)
                        .getTableEntry();
        assertEquals(counted(key(TwoSites.C)), withCount.getCounterData());
    }

    @Test
    void writingSetsTheCounterAndItCountsOn() {
        run(Action.RECONCILE_AND_COMMIT, counting(CounterSpec.Unit.BOTH));
        sites.start(TwoSites.A, TwoSites.bandwidth(1, TwoSites.C));
        sites.runUntil(500_000);
        long before = received(Counter.RX_PACKETS);
        CounterData set = CounterData.newBuilder().setPacketCount(7).setByteCount(70).build();
        write(
                Update.Type.MODIFY,
                Entity.newBuilder()
                        .setDirectCounterEntry(
                                DirectCounterEntry.newBuilder()
                                        .setTableEntry(key(TwoSites.C))
                                        .setData(set)));
        assertEquals(set, counted(key(TwoSites.C)));
        sites.runUntil(2_000_000);
        long after = received(Counter.RX_PACKETS);
        assertEquals(7 + after - before, counted(key(TwoSites.C)).getPacketCount());
    }

    @Test
    void aRouteThatIsModifiedCountsOnAndANewOneFromZero() {
        run(Action.RECONCILE_AND_COMMIT, counting(CounterSpec.Unit.PACKETS));
        sites.start(TwoSites.A, TwoSites.bandwidth(1, TwoSites.C));
        sites.runUntil(2_000_000);
        long before = received(Counter.RX_PACKETS);
        TableEntry route =
                ProgramFixture.route(0, 0, TwoSites.M_TO_N).toBuilder()
                        .addAllMatch(key(TwoSites.C).getMatchList())
                        .build();
        write(Update.Type.MODIFY, Entity.newBuilder().setTableEntry(route));
        assertEquals(
                CounterData.newBuilder().setPacketCount(before).build(), counted(key(TwoSites.C)));
        write(Update.Type.DELETE, Entity.newBuilder().setTableEntry(key(TwoSites.C)));
        write(Update.Type.INSERT, Entity.newBuilder().setTableEntry(route));
        assertEquals(CounterData.getDefaultInstance(), counted(key(TwoSites.C)));
        sites.start(TwoSites.A, TwoSites.bandwidth(2, TwoSites.C).setStopNs(3_000_000));
        sites.runUntil(4_000_000);
        assertEquals(
                received(Counter.RX_PACKETS) - before, counted(key(TwoSites.C)).getPacketCount());
    }

    @Test
    void aReconciledProgramKeepsWhatWasCountedAndANewOneDoesNot() {
        run(Action.RECONCILE_AND_COMMIT, counting(CounterSpec.Unit.BOTH));
        sites.start(TwoSites.A, TwoSites.bandwidth(1, TwoSites.C));
        sites.runUntil(500_000);
        CounterData first = counted(key(TwoSites.C));
        run(Action.RECONCILE_AND_COMMIT, counting(CounterSpec.Unit.BOTH));
        assertEquals(first, counted(key(TwoSites.C)));
        sites.runUntil(600_000);
        assertEquals(received(Counter.RX_PACKETS), counted(key(TwoSites.C)).getPacketCount());
        run(Action.VERIFY_AND_COMMIT, counting(CounterSpec.Unit.BOTH));
        assertEquals(List.of(), read(counters()));
    }

    private List<Entity> read(Entity.Builder filter) {
        List<Entity> found = new ArrayList<>();
        sites.p4
                .read(ReadRequest.newBuilder().setDeviceId(TwoSites.M).addEntities(filter).build())
                .forEachRemaining(answer -> found.addAll(answer.getEntitiesList()));
        return found;
    }

    private static Entity.Builder counters() {
        return Entity.newBuilder().setDirectCounterEntry(DirectCounterEntry.getDefaultInstance());
    }

    private CounterData counted(TableEntry key) {
        return read(counters()).stream()
                .map(Entity::getDirectCounterEntry)
                .filter(it -> it.getTableEntry().equals(key))
                .map(DirectCounterEntry::getData)
                .findFirst()
                .orElseThrow();
    }

    /** Key of the route to a host. */
    private TableEntry key(int host) {
        return read(Entity.newBuilder().setTableEntry(TableEntry.getDefaultInstance())).stream()
                .map(Entity::getTableEntry)
                .filter(it -> it.getMatch(0).getLpm().getValue().equals(TwoSites.ipv4(host)))
                .map(it -> it.toBuilder().clearAction().build())
                .findFirst()
                .orElseThrow();
    }

    private long received(Counter counter) {
        return sites.counter(TwoSites.M, TwoSites.M_TO_A, counter);
    }

    private void run(Action action, P4Info program) {
        sites.p4.setForwardingPipelineConfig(
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(TwoSites.M)
                        .setElectionId(ELECTION_ID)
                        .setAction(action)
                        .setConfig(ForwardingPipelineConfig.newBuilder().setP4Info(program))
                        .build());
    }

    private void write(Update.Type type, Entity.Builder entity) {
        sites.p4.write(
                WriteRequest.newBuilder()
                        .setDeviceId(TwoSites.M)
                        .setElectionId(ELECTION_ID)
                        .addUpdates(Update.newBuilder().setType(type).setEntity(entity))
                        .build());
    }

    private static P4Info counting(CounterSpec.Unit unit) {
        P4Info.Builder info = ProgramFixture.INFO.toBuilder();
        info.getTablesBuilder(0).addDirectResourceIds(990);
        return info.addDirectCounters(
                        DirectCounter.newBuilder()
                                .setPreamble(
                                        Preamble.newBuilder()
                                                .setId(990)
                                                .setName("ingress.route_hits")
                                                .setAlias("route_hits"))
                                .setSpec(CounterSpec.newBuilder().setUnit(unit))
                                .setDirectTableId(901))
                .build();
    }
}
