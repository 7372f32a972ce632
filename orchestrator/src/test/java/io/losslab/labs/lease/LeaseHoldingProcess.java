package io.losslab.labs.lease;

import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.proto.v1.LeaseHolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A program that takes a lease in a folder behind an sshd, says so, and holds it until killed. */
final class LeaseHoldingProcess {
    private LeaseHoldingProcess() {}

    /** Port, user, key file, known-hosts file, folder, and the name of the machine. */
    public static void main(String[] args) throws InterruptedException {
        SshLogin login =
                new SshLogin(
                        "127.0.0.1",
                        Integer.parseInt(args[0]),
                        args[1],
                        Optional.of(Path.of(args[2])),
                        Path.of(args[3]));
        LeaseHolder self = LeaseUser.self("lab", "a run", Optional.of(Path.of("/results/x")));
        if (!args[5].isEmpty()) {
            self = self.toBuilder().setMachine(args[5]).setHost(args[5]).build();
        }
        new LeaseDesk(System.err, TestbedLeaseTest.OVER_SSH)
                .take(
                        new FolderPlace(new HostConnection("gateway", login), Optional.of(args[4])),
                        self,
                        Optional.empty());
        System.out.println("taken");
        System.out.flush();
        new CountDownLatch(1).await();
    }

    /** Starts one in a process of its own; it holds the lease when this returns. */
    static Process start(SshLogin login, Path folder, String machine) throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                LeaseHoldingProcess.class.getName(),
                                Integer.toString(login.port()),
                                login.user(),
                                login.keyFile().orElseThrow().toString(),
                                login.knownHostsFile().toString(),
                                folder.toString(),
                                machine)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String said =
                process.inputReader(StandardCharsets.UTF_8)
                        .lines()
                        .filter("taken"::equals)
                        .findFirst()
                        .orElse("nothing");
        if (!said.equals("taken")) {
            throw new IllegalStateException("the lease was not taken");
        }
        return process;
    }
}
