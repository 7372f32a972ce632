package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.Message;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.p4runtime.ForwardingPart;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.driver.p4runtime.MulticastGroup;
import io.losslab.driver.p4runtime.ProgramEntry;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForwardingPartTest {
    private static final Device TOR1 =
            new Device(
                    "tor1",
                    DeviceKinds.TOFINO2,
                    1,
                    Map.of(Service.P4RUNTIME, new DeviceAddress("127.0.0.1", 9)),
                    List.of(),
                    ChannelSecurity.plaintext(),
                    1,
                    Device.DEFAULT_DEADLINE,
                    Optional.empty(),
                    Optional.empty());
    private static final P4Info PORT_FC = BundledProgram.T2NA_PORTFC.p4Info();

    private final ForwardingPart part = new ForwardingPart();

    /** P4Runtime 1.3, 9.1: a device may tell the fields of a key in any order. */
    @Test
    void whatADeviceTellsInAnotherOrderIsInForce() {
        List<Message> told = state(reversed(depth(7)), MulticastGroup.of(1, List.of(3, 2)));
        assertEquals(
                List.of(),
                part.calls(TOR1, told, state(depth(7), MulticastGroup.of(1, List.of(2, 3)))));
    }

    @Test
    void aGroupIsChangedWhereItsPortsAreOthersAndDeletedWhereItIsNotWanted() {
        List<Message> two = state(depth(7), MulticastGroup.of(1, List.of(2, 3)));
        List<Message> three = state(depth(7), MulticastGroup.of(1, List.of(2, 3, 4)));
        List<Message> none = two.subList(0, 2);
        assertEquals(List.of("MODIFY group 1 of 3"), updates(two, three));
        assertEquals(List.of("DELETE group 1 of 0"), updates(two, none));
        assertEquals(List.of("INSERT group 1 of 2"), updates(none, two));
    }

    private List<String> updates(List<Message> present, List<Message> wanted) {
        List<String> updates = new ArrayList<>();
        for (DeviceCall call : part.calls(TOR1, present, wanted)) {
            for (Update update : ((WriteRequest) call.request()).getUpdatesList()) {
                MulticastGroupEntry group =
                        update.getEntity()
                                .getPacketReplicationEngineEntry()
                                .getMulticastGroupEntry();
                updates.add(
                        "%s group %d of %d"
                                .formatted(
                                        update.getType(),
                                        group.getMulticastGroupId(),
                                        group.getReplicasCount()));
            }
        }
        return updates;
    }

    private static List<Message> state(TableEntry entry, MulticastGroup group) {
        return List.of(ForwardingPipelineConfig.getDefaultInstance(), entry, group.encode());
    }

    private static TableEntry depth(long row) {
        return ProgramEntry.in(PORT_FC, "ghost.ddq_queues")
                .exact("ghost_md.pipe_id", 1)
                .exact("ghost_md.qid", 400)
                .doing("ghost.set_ddq")
                .with("row", row)
                .build();
    }

    private static TableEntry reversed(TableEntry entry) {
        var matches = new ArrayList<>(entry.getMatchList());
        Collections.reverse(matches);
        return entry.toBuilder().clearMatch().addAllMatch(matches).build();
    }
}
