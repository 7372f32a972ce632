package io.losslab.services.p4runtime;

import static io.losslab.services.p4runtime.LoopbackServer.config;
import static io.losslab.services.p4runtime.RichProgram.delete;
import static io.losslab.services.p4runtime.RichProgram.insert;
import static io.losslab.services.p4runtime.RichProgram.modify;
import static io.losslab.services.p4runtime.RichProgram.outcome;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A device of four ports that is several switches. */
class LogicalSwitchTest {
    private static final int HOST = 0x0a000001;
    private static final P4Info INFO = info();

    private final LoopbackServer server = new LoopbackServer();

    @BeforeEach
    void run() throws InterruptedException {
        server.withProgram(INFO);
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    @Test
    void oneDestinationHasARouteInEachSwitch() {
        int before = server.plane.calls.get();
        server.write(
                insert(port(1, 1)),
                insert(port(2, 1)),
                insert(port(4, 2)),
                insert(route(1, 2)),
                insert(route(2, 3)),
                insert(route(0, 1)));
        assertEquals(List.of(1, 1, 0, 2), server.plane.switches);
        assertEquals(
                Map.of(
                        new RouteKey(1, HOST, 32), List.of(2),
                        new RouteKey(2, HOST, 32), List.of(3),
                        new RouteKey(0, HOST, 32), List.of(1)),
                server.plane.routes);
        assertEquals(1, server.plane.calls.get() - before);
    }

    @Test
    void aPortWithoutAnEntryIsPartOfSwitchZero() {
        server.write(insert(port(3, 7)), insert(port(4, 7)));
        server.write(modify(port(3, 8)), delete(port(4, 7)));
        assertEquals(List.of(0, 0, 8, 0), server.plane.switches);
        server.write(
                modify(
                        "table_entry { table_id: 910 match { field_id: 1 exact {"
                                + " value: \"\\003\" } } action { action { action_id: 913 } } }"));
        assertEquals(List.of(0, 0, 0, 0), server.plane.switches);
    }

    @Test
    void aBatchThatIsUndoneMovesNoPort() {
        server.write(insert(port(1, 1)));
        assertEquals(
                "INVALID_ARGUMENT port 9 is not on the device; it has ports 1..4",
                outcome(() -> server.write(insert(port(9, 1)))));
        server.plane.refusal = "the fabric has stopped";
        outcome(() -> server.write(modify(port(1, 2)), insert(port(2, 2))));
        server.plane.refusal = null;
        server.write(insert(port(3, 3)));
        assertEquals(List.of(1, 0, 3, 0), server.plane.switches);
    }

    @Test
    void aNewPipelineStartsWithOneSwitchAndAReconciledOneKeepsThem() {
        server.write(insert(port(1, 1)), insert(route(1, 2)));
        server.set(Action.RECONCILE_AND_COMMIT, config(INFO));
        assertEquals(List.of(1, 0, 0, 0), server.plane.switches);
        server.write(insert(port(2, 1)));
        assertEquals(List.of(1, 1, 0, 0), server.plane.switches);
        server.set(Action.VERIFY_AND_COMMIT, config(INFO));
        assertEquals(List.of(0, 0, 0, 0), server.plane.switches);
        assertEquals(Map.of(), server.plane.routes);
    }

    @Test
    void aRouteMustSayItsSwitch() {
        assertEquals(
                "INVALID_ARGUMENT ingress.routes must have a value for meta.logical_switch, an exact"
                        + " field",
                outcome(
                        () ->
                                server.write(
                                        ProgramFixture.insert(ProgramFixture.route(HOST, 32, 1)))));
    }

    @Test
    void aProgramWhoseRoutesKnowSwitchesNeedsTheTableOfPorts() {
        P4Info.Builder lacking = INFO.toBuilder();
        lacking.removeTables(1);
        assertEquals(
                "INVALID_ARGUMENT: the software switch cannot run this program: ingress.routes matches"
                        + " a logical switch, and table ingress.port_to_switch is missing",
                outcome(() -> server.set(Action.VERIFY, config(lacking.build()))));
        P4Info.Builder other = INFO.toBuilder();
        other.getTablesBuilder(1).removeActionRefs(0);
        assertEquals(
                "INVALID_ARGUMENT: the software switch cannot run this program:"
                        + " ingress.port_to_switch must offer ingress.enter_switch, whose one"
                        + " parameter is the switch",
                outcome(() -> server.set(Action.VERIFY, config(other.build()))));
    }

    private static String port(int port, int logicalSwitch) {
        return ("table_entry { table_id: 910 match { field_id: 1 exact { value: \"\\%03o\" } } action {"
                        + " action { action_id: 911 params { param_id: 1 value: \"\\%03o\" } } } }")
                .formatted(port, logicalSwitch);
    }

    private static String route(int logicalSwitch, int port) {
        return ("table_entry { table_id: 901 match { field_id: 7 lpm { value: \"\\012\\000\\000\\001\""
                        + " prefix_len: 32 } } match { field_id: 9 exact { value: \"\\%03o\" } }"
                        + " action { action_profile_action_set { action_profile_actions { weight: 1"
                        + " action { action_id: 902 params { param_id: 8 value: \"\\%03o\" } } } } } }")
                .formatted(logicalSwitch, port);
    }

    private static P4Info info() {
        P4Info.Builder info = ProgramFixture.INFO.toBuilder();
        info.getTablesBuilder(0)
                .mergeFrom(
                        ProgramFixture.parse(
                                        """
                                        tables {
                                          match_fields {
                                            id: 9 name: "meta.logical_switch" bitwidth: 8
                                            match_type: EXACT
                                          }
                                        }
                                        """)
                                .getTables(0));
        return info.mergeFrom(
                        ProgramFixture.parse(
                                """
                                tables {
                                  preamble { id: 910 name: "ingress.port_to_switch" alias: "p" }
                                  match_fields { id: 1 name: "port" bitwidth: 9 match_type: EXACT }
                                  action_refs { id: 911 }
                                  action_refs { id: 913 }
                                  initial_default_action { action_id: 913 }
                                }
                                actions {
                                  preamble { id: 911 name: "ingress.enter_switch" alias: "e" }
                                  params { id: 1 name: "logical_switch" bitwidth: 8 }
                                }
                                actions { preamble { id: 913 name: "NoAction" alias: "NoAction" } }
                                """))
                .build();
    }
}
