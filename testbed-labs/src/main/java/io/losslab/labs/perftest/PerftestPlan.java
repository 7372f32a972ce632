package io.losslab.labs.perftest;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.plan.perftest.PerftestFinding;
import io.losslab.configs.plan.perftest.PerftestRules;
import io.losslab.configs.plan.perftest.PerftestSession;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.traffic.perftest.KnownOptions;
import io.losslab.traffic.perftest.RdmaDevice;
import java.util.ArrayList;
import java.util.List;

/**
 * What a cell's hosts with RDMA NICs are to run, before any of them is asked.
 *
 * @param findings what perftest refuses and cannot do
 * @param sessions all of them; none where something is refused
 * @param binding which device stands for which node
 */
public record PerftestPlan(
        List<PerftestFinding> findings, List<PerftestSession> sessions, Binding binding) {
    private static final int FIRST_PORT = 18_515;
    private static final int MOST_LINES = 100;

    /** Plans the sessions of a cell on a testbed. */
    public static PerftestPlan of(CellPlan plan, Binding binding) {
        List<PerftestFinding> findings =
                PerftestRules.of(plan, node -> binding.device(node).rdma().isPresent());
        List<PlannedFlow> flows =
                findings.stream().anyMatch(PerftestFinding::refused)
                        ? List.of()
                        : plan.flows().stream()
                                .filter(flow -> binding.device(flow.from()).rdma().isPresent())
                                .toList();
        try {
            return new PerftestPlan(
                    findings,
                    PerftestSession.of(plan, flows, binding.testbed().classes(), FIRST_PORT),
                    binding);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(
                    "the traffic is more than perftest can send: " + e.getMessage(),
                    "use fewer flows, or hosts with an agent",
                    e);
        }
    }

    /**
     * Makes sure that nothing is refused.
     *
     * @throws CommandFailure with the first that is
     */
    public void require() {
        for (PerftestFinding finding : findings) {
            if (finding.refused()) {
                throw CommandFailure.usage(
                        "%s: %s".formatted(finding.field(), finding.message()),
                        finding.suggestion());
            }
        }
    }

    /** What perftest cannot do or tell. */
    public List<PerftestFinding> limitations() {
        return findings.stream().filter(finding -> !finding.refused()).toList();
    }

    /** All that is run, and what it cannot do, as users read it; empty without sessions. */
    public String text() {
        if (sessions.isEmpty()) {
            return "";
        }
        StringBuilder text =
                new StringBuilder(
                        "%nperftest, server and client of each session (%d):%n"
                                .formatted(sessions.size()));
        lines().stream()
                .limit(MOST_LINES)
                .forEach(line -> text.append("  ").append(line).append('\n'));
        if (2 * sessions.size() > MOST_LINES) {
            text.append(
                    "  and %d more; use --format json to list all%n"
                            .formatted(2 * sessions.size() - MOST_LINES));
        }
        text.append("  (pinned to CPUs, and without options that a host's version lacks)\n");
        limitations().forEach(finding -> text.append("  ").append(finding.message()).append('\n'));
        return text.toString();
    }

    /** Command lines of all sessions as the newest perftest gets them; two lines a session. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (PerftestSession session : sessions) {
            Device server = binding.device(session.server());
            Device client = binding.device(session.client());
            RdmaDevice to = server.rdma().orElseThrow();
            RdmaDevice from = client.rdma().orElseThrow();
            lines.add(
                    "%s: %s"
                            .formatted(
                                    server.name(),
                                    String.join(
                                            " ", session.options().server(to, KnownOptions.ANY))));
            lines.add(
                    "%s: %s"
                            .formatted(
                                    client.name(),
                                    String.join(
                                            " ",
                                            session.options()
                                                    .client(
                                                            from,
                                                            server.ssh().orElseThrow().host(),
                                                            HostScript.REPORT,
                                                            KnownOptions.ANY))));
        }
        return lines;
    }
}
