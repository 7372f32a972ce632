package io.losslab.agent.cli;

import io.losslab.agent.dpdk.DpdkException;
import io.losslab.agent.dpdk.EalArguments;
import io.losslab.agent.loop.Polling;
import io.losslab.agent.service.AgentPort;
import io.losslab.agent.service.AgentSettings;
import io.losslab.agent.service.AgentVersion;
import io.losslab.agent.service.Ending;
import io.losslab.agent.service.RunningAgent;
import io.losslab.agent.service.TlsFiles;
import io.losslab.agent.traffic.EndTimes;
import io.losslab.api.address.Ipv4Address;
import io.losslab.api.clock.ScaledClock;
import io.losslab.api.units.Nanos;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/**
 * Runs an agent until its standard input ends, a signal comes or its orchestrator falls silent.
 * Says {@code ready ADDRESS:PORT} on standard output once it serves.
 */
@Command(
        name = "losslab-agent",
        mixinStandardHelpOptions = true,
        versionProvider = AgentCommand.Version.class,
        sortOptions = false,
        description = {
            "The agent on a host: sends, receives and relays RoCEv2 frames through DPDK under flow control.",
            "Ports are numbered from 1: first those of --interface, then of --vdev, then of --pci."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:stopped by a signal or the end of standard input",
            "1:could not run; the message says why",
            "2:wrong options",
            "3:stopped by the watchdog"
        })
final class AgentCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final long CLOSING_SECONDS = 30;

    @Option(
            names = "--listen",
            required = true,
            paramLabel = "ADDRESS:PORT",
            description = "Where to serve; a management address. Port 0 takes a free one.")
    private String listen;

    @Option(names = "--name", required = true, description = "The host's name in the topology.")
    private String name;

    @Option(names = "--host-id", required = true, description = "The host's number, from 1.")
    private long hostId;

    @Option(
            names = "--ipv4",
            required = true,
            paramLabel = "ADDRESS",
            description = "The host's address in the lab.")
    private String ipv4;

    @Option(
            names = "--interface",
            paramLabel = "NAME",
            description =
                    "A network interface of the kernel as a port, by AF_PACKET; frames up to 8000 B.")
    private List<String> interfaces = new ArrayList<>();

    @Option(
            names = "--vdev",
            paramLabel = "DEVICE",
            description = "A virtual device of DPDK as a port, with its arguments.")
    private List<String> virtualDevices = new ArrayList<>();

    @Option(
            names = "--pci",
            paramLabel = "ADDRESS",
            description = "A NIC on the PCI bus as a port, as in 0000:03:00.0.")
    private List<String> pciDevices = new ArrayList<>();

    @Option(
            names = "--link",
            paramLabel = "KEY=VALUE,...",
            description = {
                "How a port is cabled, once a port in their order: mac, peer-mac (next device), rate,",
                "delay, peer=DEVICE:PORT, peer-ipv4 (if a host is there)."
            })
    private List<String> links = new ArrayList<>();

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            defaultValue = "4096",
            description = "Longest payload of a packet. Default: ${DEFAULT-VALUE}.")
    private int mtuBytes;

    @Option(
            names = "--queues",
            paramLabel = "COUNT",
            defaultValue = "256",
            description = "Data queues of a port, 8..256. Default: ${DEFAULT-VALUE}.")
    private int dataQueues;

    @Option(
            names = "--eal",
            paramLabel = "ARGUMENTS",
            defaultValue = "",
            description = "More arguments for DPDK, separated by blanks.")
    private String eal;

    @Option(names = "--huge-pages", description = "Use huge pages; NICs on the PCI bus need them.")
    private boolean hugePages;

    @Option(
            names = "--memory",
            paramLabel = "MEGABYTES",
            defaultValue = "256",
            description = "For packet buffers. Default: ${DEFAULT-VALUE}.")
    private int memoryMegabytes;

    @Option(
            names = "--buffers",
            paramLabel = "COUNT",
            defaultValue = "8191",
            description = "Packet buffers. Default: ${DEFAULT-VALUE}.")
    private int buffers;

    @Option(
            names = "--scale",
            paramLabel = "FACTOR",
            defaultValue = "1",
            description =
                    "Wall seconds that a second of the lab takes: ports send at rate / FACTOR. Default: 1.")
    private double scale;

    @Option(
            names = "--epoch-nanos",
            paramLabel = "NANOS",
            description =
                    "Reading of CLOCK_MONOTONIC at which the lab's time is 0. Default: the start.")
    private Long epochNanos;

    @Option(
            names = "--await-clock",
            description = "The lab's time stands until the call StartClock says when it is 0.")
    private boolean awaitClock;

    @Option(
            names = "--separate-clocks",
            description =
                    "Receivers are other machines: a message ends half a round trip before its ACK comes.")
    private boolean separateClocks;

    @Option(
            names = "--watchdog",
            paramLabel = "TIME",
            defaultValue = "10s",
            description =
                    "Stop after so long without a call or an open stream; 0s: never. Default: ${DEFAULT-VALUE}.")
    private String watchdog;

    @Option(
            names = "--busy-poll",
            description = "Never sleep: the lowest latency, for a whole core.")
    private boolean busyPoll;

    @Option(names = "--ignore-input", description = "Go on when standard input ends.")
    private boolean ignoreInput;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Write messages there instead of to standard error.")
    private Path logFile;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = "Serve with TLS: certificate chain, PEM.")
    private Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Private key of the certificate, PEM.")
    private Path key;

    @Option(
            names = "--tls-client-ca",
            paramLabel = "FILE",
            description = "Clients must show a certificate signed by this one.")
    private Path clientAuthority;

    private final PrintStream out;
    private final InputStream in;
    private AgentLog log;

    AgentCommand(PrintStream out, PrintStream errors, InputStream in) {
        this.out = out;
        this.in = in;
        log = new AgentLog(errors);
    }

    /** Tells the version of the archive. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"losslab-agent " + AgentVersion.read()};
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            if (logFile != null) {
                log = AgentLog.toFile(logFile);
            }
            log.takeOver();
            return run(ListenAddress.parse(listen), settings());
        } catch (DpdkException | IllegalArgumentException e) {
            log.say(e.getMessage());
            return FAILED;
        } catch (IOException e) {
            log.say("cannot run at " + listen + ": " + AgentLog.cause(e));
            return FAILED;
        }
    }

    private int run(InetSocketAddress address, AgentSettings settings)
            throws IOException, InterruptedException {
        CountDownLatch closed = new CountDownLatch(1);
        long watchdogNanos = Nanos.parse(watchdog).nanos();
        try (RunningAgent agent = RunningAgent.start(settings, address, tls(), watchdogNanos)) {
            stopOnSignal(agent, closed);
            if (!ignoreInput) {
                stopOnEndOfInput(agent);
            }
            out.println("ready " + address.getHostString() + ":" + agent.port());
            out.flush();
            Ending why = agent.await();
            log.say(why.text());
            return why.exitCode();
        } finally {
            closed.countDown();
        }
    }

    private AgentSettings settings() {
        if (!(scale > 0)) {
            throw new IllegalArgumentException("--scale must be above zero: " + scale);
        }
        return new AgentSettings(
                hostId,
                name,
                Ipv4Address.parse(ipv4),
                ports(),
                eal.isBlank() ? List.of() : List.of(eal.strip().split("\\s+", -1)),
                hugePages,
                memoryMegabytes,
                buffers,
                mtuBytes,
                dataQueues,
                clock(),
                separateClocks ? EndTimes.HALF_ROUND_TRIP : EndTimes.SHARED_CLOCK,
                busyPoll ? Polling.BUSY : Polling.ADAPTIVE);
    }

    private ScaledClock clock() {
        if (awaitClock && epochNanos != null) {
            throw new IllegalArgumentException("give --epoch-nanos or --await-clock, not both");
        }
        if (awaitClock) {
            return ScaledClock.standing(scale);
        }
        return new ScaledClock(epochNanos == null ? System.nanoTime() : epochNanos, scale);
    }

    private List<AgentPort> ports() {
        List<String> devices = new ArrayList<>();
        for (int i = 0; i < interfaces.size(); i++) {
            devices.add(EalArguments.interfaceDevice(i, interfaces.get(i)));
        }
        devices.addAll(virtualDevices);
        int virtual = devices.size();
        devices.addAll(pciDevices);
        if (links.size() > devices.size()) {
            throw new IllegalArgumentException(
                    "--link is given %d times for %d ports"
                            .formatted(links.size(), devices.size()));
        }
        List<AgentPort> ports = new ArrayList<>();
        for (int i = 0; i < devices.size(); i++) {
            String link = i < links.size() ? links.get(i) : "";
            ports.add(new PortOptions(link).port(devices.get(i), i >= virtual));
        }
        return ports;
    }

    private TlsFiles tls() {
        if (certificate == null && key == null && clientAuthority == null) {
            return null;
        }
        if (certificate == null || key == null) {
            throw new IllegalArgumentException("TLS needs both --tls-certificate and --tls-key");
        }
        return new TlsFiles(certificate, key, clientAuthority);
    }

    /** The ports are freed before the process ends. */
    private void stopOnSignal(RunningAgent agent, CountDownLatch closed) {
        Thread hook =
                new Thread(
                        () -> {
                            agent.stop(Ending.SIGNAL);
                            awaitQuietly(closed);
                        },
                        "agent-signal");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stopOnEndOfInput(RunningAgent agent) {
        Thread reader =
                new Thread(
                        () -> {
                            readToEnd();
                            agent.stop(Ending.INPUT_ENDED);
                        },
                        "agent-input");
        reader.setDaemon(true);
        reader.start();
    }

    /** An input that fails has ended too. */
    private void readToEnd() {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            log.say("standard input: " + AgentLog.cause(e));
        }
    }

    private void awaitQuietly(CountDownLatch closed) {
        try {
            if (!closed.await(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                log.say("the ports could not be closed in " + CLOSING_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
