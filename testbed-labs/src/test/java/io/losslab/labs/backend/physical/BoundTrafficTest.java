package io.losslab.labs.backend.physical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.binding.BindingSearch;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.HostPlan;
import io.losslab.devices.Assignment;
import io.losslab.labs.backend.TestPlans;
import io.losslab.proto.v1.StartTrafficRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What hosts of a testbed that has ids and ports of its own are asked to send. */
class BoundTrafficTest {
    @Test
    void programsAndFlowsReachTheHostsWithOnlyIdsAndPortsTranslated() {
        CellPlan plan = TestPlans.first("ai/all-reduce");
        Binding binding =
                BindingSearch.find(
                        plan.topology(), ShuffledTestbed.of(plan.topology(), new Random(1)));
        assertFalse(binding.direct());
        List<StartTrafficRequest> planned = new ArrayList<>();
        List<StartTrafficRequest> bound = new ArrayList<>();
        for (HostPlan host : plan.hosts()) {
            planned.add(withoutTranslated(host.traffic()));
            StartTrafficRequest request = Assignment.ofHost(plan, binding, host).traffic();
            assertEquals(binding.device(host.node()).id(), request.getHostId());
            bound.add(withoutTranslated(request));
        }

        assertEquals(planned, bound);
        assertEquals(6, bound.stream().mapToInt(StartTrafficRequest::getProgramsCount).sum());
    }

    private static StartTrafficRequest withoutTranslated(StartTrafficRequest request) {
        StartTrafficRequest.Builder rest = request.toBuilder().clearHostId();
        rest.getFlowsBuilderList()
                .forEach(flow -> flow.clearDstHostId().clearSourceRoute().clearWay());
        return rest.build();
    }
}
