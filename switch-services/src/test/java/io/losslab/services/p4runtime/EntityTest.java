package io.losslab.services.p4runtime;

import static io.losslab.services.p4runtime.RichProgram.delete;
import static io.losslab.services.p4runtime.RichProgram.entity;
import static io.losslab.services.p4runtime.RichProgram.insert;
import static io.losslab.services.p4runtime.RichProgram.modify;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.StatusRuntimeException;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every kind of entity of a program, through the wire. */
class EntityTest {
    private static final String ACL_KEY =
            "table_entry { table_id: 1001 priority: 9"
                    + " match { field_id: 4 exact { value: \"\\001\" } }"
                    + " match { field_id: 1 ternary { value: \"\\020\" mask: \"\\360\" } }";
    private static final String MARK =
            " action { action { action_id: 1101 params { param_id: 1 value: \"\\003\" }"
                    + " params { param_id: 2 value: \"\\001\" } } }";
    private static final String ACL = ACL_KEY + MARK + " }";

    private final LoopbackServer server = new LoopbackServer();

    @BeforeEach
    void start() throws InterruptedException {
        server.withProgram(RichProgram.INFO);
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    @Test
    void keysOfEveryKindReadAsTheyWereWritten() {
        String all =
                ACL_KEY
                        + " match { field_id: 2 range { low: \"\\001\\000\" high: \"\\002\\000\" }"
                        + " } match { field_id: 3 optional { value: \"\\021\" } }"
                        + MARK
                        + " }";
        server.write(insert(ACL), insert(all));
        assertEquals(List.of(entity(ACL), entity(all)), read("table_entry { table_id: 1001 }"));
        assertEquals(List.of(entity(all)), read(all.replace(MARK, "")));
        assertEquals(
                List.of(entity(ACL), entity(all)),
                read("table_entry { table_id: 1001 action { action { action_id: 1101 } } }"));
        assertEquals(
                List.of(),
                read("table_entry { table_id: 1001 action { action { action_id: 1102 } } }"));
    }

    @Test
    void aMatchWithoutPrioritySelectsEveryPriority() {
        String other = ACL.replace("priority: 9", "priority: 4");
        server.write(insert(ACL), insert(other));
        String key = ACL_KEY.replace("priority: 9", "") + " }";
        assertEquals(List.of(entity(ACL), entity(other)), read(key));
        assertEquals(List.of(entity(other)), read("table_entry { table_id: 1001 priority: 4 }"));
        assertEquals(List.of(entity(ACL)), read(ACL_KEY + " }"));
    }

    @Test
    void matchesThatTheKindForbidsAreRefused() {
        String key =
                "table_entry { table_id: 1001 priority: 1 match { field_id: 4 exact { value:"
                        + " \"\\001\" } } ";
        assertRefused(
                "INVALID_ARGUMENT priority must be above 0 in ingress.acl, which has ternary, range"
                        + " or optional fields: 0",
                insert(ACL.replace("priority: 9", "")));
        assertRefused(
                "INVALID_ARGUMENT ingress.acl must have a value for in, an exact field",
                insert("table_entry { table_id: 1001 priority: 1 }"));
        assertRefused(
                "INVALID_ARGUMENT the mask of tos is zero: leave the field out",
                insert(
                        key
                                + "match { field_id: 1 ternary { value: \"\\000\" mask: \"\\000\" }"
                                + " } }"));
        assertRefused(
                "INVALID_ARGUMENT tos has bits outside its mask 0x0f: 0x10",
                insert(
                        key
                                + "match { field_id: 1 ternary { value: \"\\020\" mask: \"\\017\" }"
                                + " } }"));
        assertRefused(
                "INVALID_ARGUMENT the range of sport ends before it begins: 0x02..0x01",
                insert(key + "match { field_id: 2 range { low: \"\\002\" high: \"\\001\" } } }"));
        assertRefused(
                "INVALID_ARGUMENT the range of sport is everything: leave the field out",
                insert(
                        key
                                + "match { field_id: 2 range { low: \"\\000\" high: \"\\377\\377\""
                                + " } } }"));
        assertRefused(
                "INVALID_ARGUMENT proto must be matched by optional",
                insert(key + "match { field_id: 3 exact { value: \"\\001\" } } }"));
        assertRefused("INVALID_ARGUMENT the entry has no action", insert(key + "}"));
    }

    @Test
    void actionsAreCheckedParameterByParameter() {
        assertRefused(
                "OUT_OF_RANGE queue 0x20 exceeds 5 bits", insert(ACL.replace("\\003", "\\040")));
        assertRefused(
                "INVALID_ARGUMENT ingress.mark requires exactly the parameters 1, queue; 2, class",
                insert(ACL.replace("param_id: 2", "param_id: 3")));
        assertRefused(
                "INVALID_ARGUMENT ingress.acl has no action 0x00000386",
                insert(ACL.replace("1101", "902")));
    }

    @Test
    void constantAndKeylessTablesTakeNoEntries() {
        assertRefused(
                "PERMISSION_DENIED ingress.fixed is constant: of its entries, only direct"
                        + " resources can be modified, without an action",
                insert(
                        "table_entry { table_id: 1003 match { field_id: 1 exact { value: \"\\001\""
                                + " } } action { action { action_id: 1102 } } }"));
        assertRefused(
                "INVALID_ARGUMENT ingress.keyless has no key: it has the default entry only",
                insert("table_entry { table_id: 1004" + MARK + " }"));
    }

    @Test
    void theDefaultEntryIsModifiedAndReset() {
        String wanted = "table_entry { table_id: 1001 is_default_action: true }";
        String pass =
                "table_entry { table_id: 1001 is_default_action: true action { action { action_id:"
                        + " 1102 } } }";
        String mark = "table_entry { table_id: 1001 is_default_action: true" + MARK + " }";
        assertEquals(List.of(entity(pass)), read(wanted));
        server.write(modify(mark));
        assertEquals(List.of(entity(mark)), read(wanted));
        server.write(modify(wanted));
        assertEquals(List.of(entity(pass)), read(wanted));
    }

    @Test
    void directResourcesGoWithTheirEntry() {
        String config = "{ cir: 1 cburst: 2 pir: 3 pburst: 4 }";
        server.write(
                insert(
                        ACL_KEY
                                + MARK
                                + " counter_data { packet_count: 5 byte_count: 50 } meter_config "
                                + config
                                + " }"));
        String plain = ACL_KEY + MARK + " }";
        assertEquals(List.of(entity(plain)), read("table_entry { table_id: 1001 }"));
        assertEquals(
                List.of(
                        entity(
                                ACL_KEY
                                        + MARK
                                        + " counter_data { packet_count: 5 byte_count: 50 }"
                                        + " meter_config "
                                        + config
                                        + " }")),
                read("table_entry { table_id: 1001 counter_data {} meter_config {} }"));
        server.write(
                modify(
                        "direct_counter_entry { "
                                + ACL_KEY
                                + " } data { packet_count: 7 byte_count: 70 } }"));
        assertEquals(
                List.of(
                        entity(
                                "direct_counter_entry { "
                                        + ACL_KEY
                                        + " } data { packet_count: 7 byte_count: 70 } }")),
                read("direct_counter_entry { table_entry { table_id: 1001 } }"));
        server.write(modify("direct_meter_entry { " + ACL_KEY + " } }"));
        assertEquals(
                List.of(entity("direct_meter_entry { " + ACL_KEY + " } }")),
                read("direct_meter_entry { table_entry {} }"));
        server.write(delete(ACL));
        assertRefused(
                "NOT_FOUND ingress.acl has no entry for tos=0x10&0xf0, in=0x01 at priority 9",
                modify("direct_counter_entry { " + ACL_KEY + " } data { packet_count: 7 } }"));
        assertRefused(
                "INVALID_ARGUMENT ingress.vip has no direct counter",
                modify("direct_counter_entry { table_entry { table_id: 1002 } data {} }"));
        assertRefused(
                "UNIMPLEMENTED meters of the software switch do not count by colour",
                modify("direct_meter_entry { " + ACL_KEY + " } counter_data {} }"));
    }

    @Test
    void groupsReferToMembersAndEntriesToGroups() {
        String vip = vip("action_profile_group_id: 5");
        assertRefused("NOT_FOUND ingress.backends has no group 5", insert(vip));
        assertRefused("NOT_FOUND ingress.backends has no member 1", insert(group("4", 1, 1)));
        server.write(insert(member(1)), insert(member(2)));
        server.write(insert(group("4", 1, 2)));
        server.write(insert(vip));
        assertRefused("ALREADY_EXISTS ingress.backends has a member 1", insert(member(1)));
        assertRefused(
                "FAILED_PRECONDITION member 1 of ingress.backends is in use by 1 groups",
                delete(member(1)));
        assertRefused(
                "FAILED_PRECONDITION group 5 of ingress.backends is in use by 1 table entries",
                delete(group("4", 1, 2)));
        assertRefused(
                "INVALID_ARGUMENT max_size of group 5 of ingress.backends is 4 and cannot be"
                        + " changed to 3",
                modify(group("3", 1)));
        assertRefused(
                "INVALID_ARGUMENT duplicate member 1 in the group: use its weight instead",
                modify(group("4", 1, 1)));
        assertEquals(2, read("action_profile_member {}").size());
        assertEquals(
                List.of(entity(group("4", 1, 2))),
                read("action_profile_group { action_profile_id: 1201 }"));
        server.write(delete(vip), delete(group("4")), delete(member(1)));
        assertEquals(
                List.of(entity(member(2))),
                read("action_profile_member { action_profile_id: 1201 member_id: 2 }"));
        assertEquals(List.of(), read("action_profile_group {}"));
    }

    @Test
    void groupsHaveTheirLimits() {
        server.write(insert(member(1)), insert(member(2)), insert(member(3)));
        assertRefused(
                "INVALID_ARGUMENT max_size of a group of ingress.backends must be 1..4: 5",
                insert(group("5", 1)));
        assertRefused(
                "RESOURCE_EXHAUSTED group 5 of ingress.backends needs 2 places, but its max_size is"
                        + " 1",
                insert(group("1", 1, 2)));
        assertRefused(
                "INVALID_ARGUMENT watch_port 9 is not on the device; it has ports 1..4",
                insert(group("4", 1).replace("weight: 1", "weight: 1 watch_port: \"\\011\"")));
        server.write(insert(member(4)), insert(member(5)), insert(member(6)));
        assertRefused("RESOURCE_EXHAUSTED ingress.backends is full: 6 members", insert(member(7)));
    }

    @Test
    void oneShotSetsAndGroupsDoNotMix() {
        server.write(insert(member(1)));
        server.write(insert(vip("action_profile_member_id: 1")));
        String set =
                vip("action_profile_action_set { action_profile_actions { weight: 1"
                                + MARK.replace("action { action {", "action {")
                                        .replaceAll(" } }$", " }")
                                + " } }")
                        .replace("\\010", "\\011");
        assertRefused(
                "INVALID_ARGUMENT the entries of ingress.backends use either one-shot sets or"
                        + " members and groups, not both",
                insert(set));
        server.write(delete(vip("action_profile_member_id: 1")));
        server.write(insert(set));
        assertEquals(List.of(entity(set)), read("table_entry { table_id: 1002 }"));
    }

    @Test
    void routesFollowTheirGroup() {
        server.write(insert(forwardMember(1, 1)), insert(forwardMember(2, 3)));
        server.write(
                insert(
                        routeGroup(
                                "members { member_id: 1 weight: 2 } members { member_id: 2 weight:"
                                        + " 1 }")));
        String route = "table_entry { table_id: 901 action { action_profile_group_id: 8 } }";
        server.write(insert(route));
        RouteKey all = new RouteKey(0, 0, 0);
        assertEquals(Map.of(all, List.of(1, 1, 3)), server.plane.routes);
        server.write(modify(forwardMember(2, 4)));
        assertEquals(Map.of(all, List.of(1, 1, 4)), server.plane.routes);
        server.write(modify(routeGroup("members { member_id: 2 weight: 1 }")));
        assertEquals(Map.of(all, List.of(4)), server.plane.routes);
        assertRefused(
                "UNIMPLEMENTED ingress.routes cannot send packets to an empty group: what becomes"
                        + " of them is not defined",
                modify(routeGroup("")));
        assertRefused(
                "INVALID_ARGUMENT port 5 is not on the device; it has ports 1..4",
                modify(forwardMember(2, 5)));
        assertEquals(Map.of(all, List.of(4)), server.plane.routes);
        assertEquals(
                List.of(entity(forwardMember(2, 4))),
                read("action_profile_member { action_profile_id: 904 member_id: 2 }"));
    }

    @Test
    void countersAreSetAndReset() {
        server.write(
                modify(
                        "counter_entry { counter_id: 1401 index { index: 2 } data { packet_count: 4"
                                + " } }"));
        assertEquals(
                entity(
                        "counter_entry { counter_id: 1401 index { index: 2 } data { packet_count: 4"
                                + " } }"),
                read("counter_entry { counter_id: 1401 }").get(2));
        server.write(modify("counter_entry { counter_id: 1401 data {} }"));
        assertEquals(
                entity("counter_entry { counter_id: 1401 index { index: 2 } data {} }"),
                read("counter_entry { counter_id: 1401 index { index: 2 } }").get(0));
    }

    @Test
    void metersAreConfiguredAndReset() {
        String set =
                "meter_entry { meter_id: 1402 index { index: 1 } config { cir: 5 cburst: 6 pir: 5"
                        + " pburst: 6 } }";
        server.write(modify(set));
        assertEquals(
                List.of(
                        entity("meter_entry { meter_id: 1402 index { index: 0 } }"),
                        entity(set),
                        entity("meter_entry { meter_id: 1402 index { index: 2 } }")),
                read("meter_entry {}"));
        server.write(modify("meter_entry { meter_id: 1402 index { index: 1 } }"));
        assertEquals(
                List.of(entity("meter_entry { meter_id: 1402 index { index: 1 } }")),
                read("meter_entry { meter_id: 1402 index { index: 1 } }"));
        assertRefused(
                "INVALID_ARGUMENT a single-rate two-colour meter requires pir = cir, pburst ="
                        + " cburst and no eburst",
                modify("meter_entry { meter_id: 1402 config { cir: 5 } }"));
        assertRefused(
                "OUT_OF_RANGE ingress.pace has cells 0..2: 3",
                modify("meter_entry { meter_id: 1402 index { index: 3 } }"));
    }

    @Test
    void aMeterIsResetThoughAllWereConfigured() {
        server.write(
                modify("meter_entry { meter_id: 1402 config { cir: 7 pir: 7 } }"),
                modify("meter_entry { meter_id: 1402 index { index: 1 } }"));
        List<Long> rates = List.of(7L, 0L, 7L);
        assertEquals(rates, meterRates());
        assertEquals(
                List.of(entity("meter_entry { meter_id: 1402 index { index: 1 } }")),
                read("meter_entry { meter_id: 1402 index { index: 1 } }"));
        WriteRequest undone =
                LoopbackServer.request(
                                1,
                                modify(
                                        "meter_entry { meter_id: 1402 index { index: 1 }"
                                                + " config { cir: 5 pir: 5 } }"),
                                modify("meter_entry { meter_id: 1402 index { index: 2 } }"),
                                modify("meter_entry { meter_id: 1402 index { index: 9 } }"))
                        .toBuilder()
                        .setAtomicity(WriteRequest.Atomicity.ROLLBACK_ON_ERROR)
                        .build();
        assertThrows(StatusRuntimeException.class, () -> server.stub().write(undone));
        assertEquals(rates, meterRates());
    }

    private List<Long> meterRates() {
        return read("meter_entry {}").stream()
                .map(it -> it.getMeterEntry().getConfig().getCir())
                .toList();
    }

    @Test
    void aBatchThatSetAllCellsIsUndone() {
        server.write(
                modify(
                        "meter_entry { meter_id: 1402 index { index: 1 } config { cir: 5 pir: 5"
                                + " } }"));
        List<Entity> before = read("meter_entry {}");
        WriteRequest batch =
                LoopbackServer.request(
                                1,
                                modify("meter_entry { meter_id: 1402 config { cir: 7 pir: 7 } }"),
                                modify("meter_entry { meter_id: 1402 index { index: 2 } }"),
                                modify("meter_entry { meter_id: 1402 index { index: 9 } }"))
                        .toBuilder()
                        .setAtomicity(WriteRequest.Atomicity.ROLLBACK_ON_ERROR)
                        .build();
        assertThrows(StatusRuntimeException.class, () -> server.stub().write(batch));
        assertEquals(before, read("meter_entry {}"));
        server.write(modify("meter_entry { meter_id: 1402 config { cir: 7 pir: 7 } }"));
        assertEquals(List.of(7L, 7L, 7L), meterRates());
    }

    @Test
    void registersHoldValuesOfTheirType() {
        server.write(
                modify(
                        "register_entry { register_id: 1501 index { index: 1 } data { bitstring:"
                                + " \"\\000\\017\\001\" } }"));
        assertEquals(
                List.of(register(0, "\\000"), register(1, "\\017\\001"), register(2, "\\000")),
                read("register_entry { register_id: 1501 }"));
        String root =
                "register_entry { register_id: 1502 index { index: 0 } data { struct { members {"
                        + " bitstring: \"\\377\" } members { bool: true } } } }";
        server.write(modify(root));
        assertEquals(
                List.of(entity(root)),
                read("register_entry { register_id: 1502 index { index: 0 } }"));
        assertRefused(
                "OUT_OF_RANGE ingress.depth 0x1000 exceeds 12 bits",
                modify("register_entry { register_id: 1501 data { bitstring: \"\\020\\000\" } }"));
        assertRefused(
                "INVALID_ARGUMENT ingress.depth must have the form of its type: a bitstring",
                modify("register_entry { register_id: 1501 data { bool: true } }"));
        assertRefused(
                "INVALID_ARGUMENT a register can only be modified",
                insert("register_entry { register_id: 1501 data { bitstring: \"\\001\" } }"));
    }

    @Test
    void multicastGroupsAndCloneSessionsAreChecked() {
        String group =
                "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: 7"
                        + " replicas { port: \"\\001\" instance: 1 } replicas { port: \"\\002\" } } }";
        String session =
                "packet_replication_engine_entry { clone_session_entry { session_id: 9 replicas {"
                        + " port: \"\\377\\377\\377\\375\" } class_of_service: 2"
                        + " packet_length_bytes: 128 } }";
        server.write(insert(group), insert(session));
        assertEquals(
                List.of(entity(group)),
                read("packet_replication_engine_entry { multicast_group_entry {} }"));
        assertEquals(
                List.of(entity(session)),
                read("packet_replication_engine_entry { clone_session_entry { session_id: 9 } }"));
        assertRefused("ALREADY_EXISTS there is a multicast group 7", insert(group));
        assertRefused(
                "INVALID_ARGUMENT duplicate replica: port 2, instance 1",
                modify(
                        group.replace("\"\\002\"", "\"\\002\" instance: 1")
                                .replace("\\001", "\\002")));
        assertRefused(
                "INVALID_ARGUMENT a replica's port 5 is not on the device; it has ports 1..4",
                modify(group.replace("\\002", "\\005")));
        assertRefused(
                "INVALID_ARGUMENT multicast_group_id must be 1..65535: 0",
                insert(group.replace("multicast_group_id: 7", "")));
        server.write(delete(group));
        assertRefused("NOT_FOUND there is no multicast group 7", modify(group));
    }

    @Test
    void valueSetsHoldDistinctMembers() {
        String set =
                "value_set_entry { value_set_id: 1601 members { match { field_id: 1 exact { value:"
                        + " \"\\210\\010\" } } } }";
        server.write(modify(set));
        assertEquals(List.of(entity(set)), read("value_set_entry {}"));
        String member = "members { match { field_id: 1 exact { value: \"\\001\" } } } ";
        assertRefused(
                "ALREADY_EXISTS signals has a duplicate member: type=0x01",
                modify("value_set_entry { value_set_id: 1601 " + member + member + "}"));
        assertRefused(
                "RESOURCE_EXHAUSTED signals has room for 2 members: 3",
                modify("value_set_entry { value_set_id: 1601 " + member.repeat(3) + "}"));
    }

    @Test
    void aNewProgramKeepsAllOfIt() {
        String meter =
                "meter_entry { meter_id: 1402 index { index: 1 } config { cir: 5 cburst: 6 pir: 5"
                        + " pburst: 6 } }";
        String counter =
                "counter_entry { counter_id: 1401 index { index: 2 } data { packet_count: 4 } }";
        String digest = "digest_entry { digest_id: 1701 config { max_list_size: 3 } }";
        server.write(
                insert(ACL), insert(member(1)), modify(meter), modify(counter), insert(digest));
        server.set(Action.RECONCILE_AND_COMMIT, LoopbackServer.config(RichProgram.INFO));
        assertEquals(List.of(entity(ACL)), read("table_entry {}"));
        assertEquals(List.of(entity(member(1))), read("action_profile_member {}"));
        assertEquals(entity(meter), read("meter_entry {}").get(1));
        assertEquals(entity(counter), read("counter_entry { counter_id: 1401 }").get(2));
        assertEquals(List.of(entity(digest)), read("digest_entry {}"));
        server.set(Action.VERIFY_AND_COMMIT, LoopbackServer.config(RichProgram.INFO));
        assertEquals(List.of(), read("table_entry {}"));
    }

    private static String member(int id) {
        return "action_profile_member { action_profile_id: 1201 member_id: %d action { action_id: 1101"
                        .formatted(id)
                + " params { param_id: 1 value: \"\\003\" } params { param_id: 2 value: \"\\001\" }"
                + " } }";
    }

    private static String group(String maxSize, int... members) {
        StringBuilder text =
                new StringBuilder(
                        "action_profile_group { action_profile_id: 1201 group_id: 5 max_size: ");
        text.append(maxSize);
        Arrays.stream(members)
                .forEach(id -> text.append(" members { member_id: " + id + " weight: 1 }"));
        return text.append(" }").toString();
    }

    private static String vip(String action) {
        return "table_entry { table_id: 1002 match { field_id: 1 exact { value: \"\\010\" } }"
                + " action { "
                + action
                + " } }";
    }

    private static String forwardMember(int id, int port) {
        return "action_profile_member { action_profile_id: 904 member_id: %d action { action_id: 902 params { param_id: 8 value: \"\\00%d\" } } }"
                .formatted(id, port);
    }

    private static String routeGroup(String members) {
        return "action_profile_group { action_profile_id: 904 group_id: 8 max_size: 6 "
                + members
                + " }";
    }

    private static Entity register(int index, String value) {
        return entity(
                "register_entry { register_id: 1501 index { index: %d } data { bitstring: \"%s\" } }"
                        .formatted(index, value));
    }

    private List<Entity> read(String filter) {
        return server.read(entity(filter).toBuilder());
    }

    private void assertRefused(String outcome, Update update) {
        assertEquals(outcome, RichProgram.outcome(() -> server.write(update)));
    }
}
