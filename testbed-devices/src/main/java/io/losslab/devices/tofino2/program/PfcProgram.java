package io.losslab.devices.tofino2.program;

import com.google.protobuf.Message;
import io.losslab.api.frame.ClassMap;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.devices.Assignment;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.driver.p4runtime.ClassTables;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.PortFlowControl;
import java.util.List;

/**
 * PFC of a Tofino2, which is the chip's own, and forwarding. Each lossless class of a port has a
 * priority group of its own, whichever the class map names; its queue leaves dropping to the
 * ingress. Where priority 0 is paused, each queue obeys the priority of its class, as the chip's
 * all obey 0 by default. Pure.
 */
public final class PfcProgram implements SchemeProgram {
    private static final int PRIORITIES = PriorityMask.COUNT;

    private final Binding binding;
    private final Device device;
    private final List<SwitchPlan> plans;
    private final ClassMap classes;

    public PfcProgram(Assignment assignment) {
        this.binding = assignment.binding();
        this.device = assignment.device();
        this.plans = assignment.switches();
        this.classes = assignment.classes();
    }

    @Override
    public BundledProgram program() {
        return BundledProgram.T2NA_PFC_FORWARD;
    }

    @Override
    public List<Message> entries() {
        return List.copyOf(new ClassTables(program().p4Info(), classes).entries());
    }

    @Override
    public void addRows(TrafficRows rows) {
        for (SwitchPlan plan : plans) {
            for (PortFlowControl control : plan.config().getPortsList()) {
                DevicePort port = binding.end(new PortRef(plan.node(), control.getPort())).port();
                try {
                    set(rows, port, control);
                } catch (IllegalArgumentException e) {
                    throw wrong(port, e.getMessage(), "correct the setting, or check bfrtTables");
                }
            }
        }
    }

    private void set(TrafficRows rows, DevicePort port, PortFlowControl control) {
        if (control.getSchemesCount() == 0) {
            rows.port(port, 0);
            return;
        }
        PfcSettings pfc = PfcSettings.of(new Settings(control.getSchemes(0).getSettingsMap()));
        requireHardware(port, pfc);
        int priorities = 0;
        for (int trafficClass : PriorityMask.list(pfc.priorities())) {
            priorities |= 1 << classes.of(trafficClass).pcp();
        }
        rows.port(port, priorities);
        for (int trafficClass : PriorityMask.list(pfc.priorities())) {
            lossless(rows, port, classes.of(trafficClass), pfc);
        }
        if ((priorities & 1) != 0) {
            leaveRunning(rows, port, ~pfc.priorities());
        }
    }

    /** Queues of other classes obey their own priority, lest that of priority 0 stops them too. */
    private void leaveRunning(TrafficRows rows, DevicePort port, long others) {
        PortPlace place = PortPlace.of(device, port, PRIORITIES);
        for (int trafficClass : PriorityMask.list(others)) {
            ClassMap.Entry entry = classes.of(trafficClass);
            rows.obeys(place, entry.queue(), entry.pcp());
        }
    }

    private void lossless(
            TrafficRows rows, DevicePort port, ClassMap.Entry entry, PfcSettings pfc) {
        rows.priorityGroup(port, entry.pcp(), pfc.xoffBytes(), pfc.xonBytes(), pfc.headroomBytes());
        PortPlace place = PortPlace.of(device, port, PRIORITIES);
        rows.lossless(place, entry.queue());
        rows.obeys(place, entry.queue(), entry.pcp());
    }

    private void requireHardware(DevicePort port, PfcSettings pfc) {
        if (pfc.threshold() != PfcSettings.Threshold.STATIC) {
            throw wrong(
                    port,
                    "dynamic PFC thresholds are not supported on a Tofino2",
                    "set 'xoff' and 'xon' of pfc");
        }
        if (pfc.timer() != PauseTimer.QUANTA) {
            throw wrong(
                    port,
                    "pauses without quanta are not supported on a Tofino2",
                    "set 'timer: quanta' for pfc");
        }
    }

    private CommandFailure wrong(DevicePort port, String problem, String advice) {
        return CommandFailure.usage(
                "%s port %s: %s".formatted(device.name(), port.label(), problem), advice);
    }
}
