package io.losslab.labs.probe;

import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.profile.Profile;
import io.losslab.devices.Sessions;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.backend.Lab;
import io.losslab.labs.provision.CellSettings;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Measures a port of a lab's switch by the hosts at it. Hosts are as they were before on return;
 * what an experiment set is the lab's to restore.
 *
 * @param device switch of the topology; empty: the first with two hosts
 * @param from host that sends; empty: the first at the switch
 * @param to host that receives; empty: another
 * @param also another host that sends, to fill the switch; empty: the sender fills it by another
 *     class
 * @param options how
 */
public record Probe(
        Optional<String> device,
        Optional<String> from,
        Optional<String> to,
        Optional<String> also,
        ProbeOptions options) {

    /**
     * Measures.
     *
     * @param plan what devices are set to before; empty: they are taken as they are
     * @param progress told what is measured next
     * @param found takes the profile before hosts are restored
     * @throws CommandFailure where the lab has no such place, or its agents do not answer in time
     * @throws io.losslab.driver.DeviceException where a device fails
     */
    public Profile run(
            Lab lab, Optional<CellPlan> plan, Consumer<String> progress, Consumer<Profile> found) {
        ProbeSite site = ProbeSite.find(lab.binding().topology(), device, from, to, also);
        try (Sessions sessions = new Sessions(lab)) {
            plan.ifPresent(
                    cell ->
                            new Provisioner(sessions, lab.ledger())
                                    .apply(new CellSettings(cell, lab.binding()).desired()));
            // What a probe sets on top of a plan ends before the lab restores the plan's.
            Ledger ledger = plan.isPresent() ? Ledger.inMemory() : lab.ledger();
            Provisioner hosts = new Provisioner(sessions, ledger);
            Profile profile;
            try {
                profile = measure(lab, site, hosts, progress);
            } catch (RuntimeException e) {
                hosts.undoAll().forEach(left -> e.addSuppressed(new IllegalStateException(left)));
                throw e;
            }
            found.accept(profile);
            List<String> left = hosts.undoAll();
            if (!left.isEmpty()) {
                throw CommandFailure.notRestored(left, "");
            }
            return profile;
        }
    }

    private Profile measure(
            Lab lab, ProbeSite site, Provisioner provisioner, Consumer<String> progress) {
        try (Bench bench =
                new Bench(
                        lab.clock(),
                        ProbedHost.open(lab, provisioner, site.from()),
                        ProbedHost.open(lab, provisioner, site.to()),
                        site.also().map(end -> ProbedHost.open(lab, provisioner, end)),
                        options.trafficClass())) {
            PortProbe probe = new PortProbe(bench, options, progress);
            bench.open();
            probe.run();
            return new Findings(probe).profile(site, bench);
        }
    }
}
