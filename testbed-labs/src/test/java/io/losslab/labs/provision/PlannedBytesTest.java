package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.DeviceCall;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code losslab plan} prints is what reaches the devices, byte for byte and in order. */
class PlannedBytesTest {
    @ParameterizedTest
    @CsvSource({
        "bifrost/case-a, 0",
        "bifrost/case-a, 21",
        "../orchestrator/src/test/resources/run/two-sites.yaml, 1",
        "../testbed-configs/src/test/resources/plan/ndc.yaml, 0",
        "ofc/o2, 3"
    })
    void whatReachesTheDevicesIsWhatWasPlanned(String experiment, int cell) throws IOException {
        try (ServedCell served = new ServedCell(experiment, cell)) {
            List<DeviceCall> planned = served.settings.calls();
            new Provisioner(served.sessions, Ledger.inMemory()).apply(served.settings.desired());
            served.settings.traffic().forEach(call -> call.send(served.sessions.of(call.device())));
            List<RecordingProxy.Request> sent = served.proxy.takeSettingRequests();
            assertEquals(
                    planned.stream().map(DeviceCall::method).toList(),
                    sent.stream().map(RecordingProxy.Request::method).toList());
            for (int i = 0; i < sent.size(); i++) {
                assertArrayEquals(
                        planned.get(i).request().toByteArray(),
                        sent.get(i).bytes().toByteArray(),
                        planned.get(i).method());
            }
            assertTrue(planned.size() > served.plan.switches().size());
        }
    }
}
