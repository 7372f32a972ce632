package io.losslab.agent.cli;

import io.losslab.agent.dpdk.DpdkException;
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
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.rpc.ListenAddress;
import io.losslab.api.units.Nanos;
import io.losslab.metrics.MetricsEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/**
 * Runs an agent until its standard input ends, a signal comes or its orchestrator falls silent.
 * Prints {@code ready ADDRESS:PORT} on standard output once it serves.
 */
@Command(
        name = "losslab-agent",
        mixinStandardHelpOptions = true,
        versionProvider = AgentCommand.Version.class,
        sortOptions = false,
        description = {
            "The host agent: sends, receives, and relays RoCEv2 frames through DPDK under flow"
                    + " control.",
            "Ports are numbered from 1: first those of --interface, then --vdev, then --pci."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:stopped by the end of standard input",
            "1:could not run; see the message",
            "2:usage error",
            "3:stopped by the watchdog",
            "130:stopped by SIGINT",
            "143:stopped by SIGTERM"
        })
final class AgentCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final long CLOSING_SECONDS = 30;

    @Option(
            names = "--listen",
            required = true,
            paramLabel = "ADDRESS:PORT",
            description = "Management address to serve on; port 0 means any free port.")
    private String listen;

    @Option(
            names = "--name",
            required = true,
            paramLabel = "NAME",
            description = "Name of the host in the topology.")
    private String name;

    @Option(
            names = "--host-id",
            required = true,
            paramLabel = "NUMBER",
            description = "Number of the host, from 1.")
    private long hostId;

    @Option(
            names = "--ipv4",
            required = true,
            paramLabel = "ADDRESS",
            description = "IPv4 address of the host's traffic.")
    private String ipv4;

    @Option(
            names = "--interface",
            paramLabel = "NAME",
            description = "Use a kernel network interface as a port, through AF_PACKET.")
    private List<String> interfaces = new ArrayList<>();

    @Option(
            names = "--vdev",
            paramLabel = "DEVICE",
            description = "Use a DPDK virtual device as a port, with its arguments.")
    private List<String> virtualDevices = new ArrayList<>();

    @Option(
            names = "--pci",
            paramLabel = "ADDRESS",
            description = "Use a PCI NIC (such as 0000:03:00.0) as a port.")
    private List<String> pciDevices = new ArrayList<>();

    @Option(
            names = "--link",
            paramLabel = "KEY=VALUE,...",
            description = {
                "Cabling of a port, once per port in port order:",
                "mac, peer-mac (of the next device), rate, delay,",
                "peer=DEVICE:PORT, peer-ipv4 (if it is a host)."
            })
    private List<String> links = new ArrayList<>();

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            defaultValue = "4096",
            description = "Maximum payload of a packet. Default: ${DEFAULT-VALUE}.")
    private int mtuBytes;

    @Option(
            names = "--queues",
            paramLabel = "COUNT",
            defaultValue = "256",
            description = "Data queues per port, 8..256. Default: ${DEFAULT-VALUE}.")
    private int dataQueues;

    @Option(
            names = "--eal",
            paramLabel = "ARGUMENTS",
            defaultValue = "",
            description = "Additional DPDK EAL arguments, separated by spaces.")
    private String eal;

    @Option(
            names = "--huge-pages",
            description = "Use huge pages; required by NICs on the PCI bus.")
    private boolean hugePages;

    @Option(
            names = "--memory",
            paramLabel = "MEGABYTES",
            defaultValue = "256",
            description = "Memory for packet buffers. Default: ${DEFAULT-VALUE}.")
    private int memoryMegabytes;

    @Option(
            names = "--buffers",
            paramLabel = "COUNT",
            defaultValue = "8191",
            description = "Number of packet buffers. Default: ${DEFAULT-VALUE}.")
    private int buffers;

    @Option(
            names = "--scale",
            paramLabel = "FACTOR",
            defaultValue = "1",
            description =
                    "Wall-clock seconds per second of lab time: ports send at rate / FACTOR."
                            + " Default: 1.")
    private double scale;

    @Option(
            names = "--epoch-nanos",
            paramLabel = "NANOS",
            description =
                    "CLOCK_MONOTONIC value at which lab time is 0. Default: the agent's start.")
    private Long epochNanos;

    @Option(
            names = "--await-clock",
            description = "Stop lab time until the call StartClock sets its origin.")
    private boolean awaitClock;

    @Option(
            names = "--separate-clocks",
            description =
                    "Receivers run on other machines: a message ends half an unloaded round trip"
                            + " before its ACK arrives.")
    private boolean separateClocks;

    @Option(
            names = "--watchdog",
            paramLabel = "TIME",
            defaultValue = "10s",
            description =
                    "Stop after this time without a call or an open stream; 0s: never. Default:"
                            + " ${DEFAULT-VALUE}.")
    private String watchdog;

    @Option(
            names = "--busy-poll",
            description = "Never sleep: lowest latency, but uses a whole core.")
    private boolean busyPoll;

    @Option(
            names = "--real-time",
            description =
                    "Run before all programs that are not real-time (SCHED_RR), and sleep"
                            + " between looks: for hosts that share cores.")
    private boolean realTime;

    @Option(
            names = "--warm-up",
            description = {
                "Have the data thread's code compiled before serving, which takes two seconds:",
                "without it, the first hundreds of pauses are obeyed late."
            })
    private boolean warmUp;

    @Option(names = "--ignore-input", description = "Keep running when standard input ends.")
    private boolean ignoreInput;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Write log messages to this file instead of standard error.")
    private Path logFile;

    @Option(
            names = "--metrics",
            paramLabel = "[ADDRESS:]PORT",
            description = {
                "Serve live counters as OpenMetrics over HTTP; without ADDRESS on 127.0.0.1.",
                "Default: not served."
            })
    private String metrics;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = "PEM certificate chain, to serve with TLS.")
    private Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "PEM private key of the certificate.")
    private Path key;

    @Option(
            names = "--tls-client-ca",
            paramLabel = "FILE",
            description = "PEM certificate of the CA that client certificates must be signed by.")
    private Path clientAuthority;

    private final PrintStream out;
    private final InputStream in;
    private AgentLog log;

    AgentCommand(PrintStream out, PrintStream errors, InputStream in) {
        this.out = out;
        this.in = in;
        log = new AgentLog(errors);
    }

    /** The version of the archive. */
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
            return run(OptionValue.of("--listen", () -> ListenAddress.parse(listen)), settings());
        } catch (IllegalArgumentException e) {
            log.say(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        } catch (DpdkException | IOException e) {
            log.say(e.getMessage());
            return FAILED;
        }
    }

    /** Serves the counters of an agent, if that was asked for. */
    private Optional<MetricsEndpoint> endpoint(RunningAgent agent) throws IOException {
        if (metrics == null) {
            return Optional.empty();
        }
        InetSocketAddress address =
                OptionValue.of("--metrics", () -> ListenAddress.parseOrLoopback(metrics));
        try {
            return Optional.of(MetricsEndpoint.start(address, agent::collect));
        } catch (IOException e) {
            throw cannotServe("--metrics " + metrics, e);
        }
    }

    private static IOException cannotServe(String option, IOException cause) {
        return new IOException(option + ": cannot serve there: " + AgentLog.cause(cause), cause);
    }

    private RunningAgent agent(InetSocketAddress address, AgentSettings settings)
            throws IOException {
        long watchdogNanos = OptionValue.of("--watchdog", () -> Nanos.parse(watchdog)).nanos();
        try {
            return RunningAgent.start(settings, address, tls(), watchdogNanos);
        } catch (IOException e) {
            throw cannotServe("--listen " + listen, e);
        }
    }

    private int run(InetSocketAddress address, AgentSettings settings)
            throws IOException, InterruptedException {
        if (tls() == null && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "--listen %s: plaintext is only allowed on loopback addresses; use"
                                    .formatted(listen)
                            + " --tls-certificate and --tls-key, or listen on 127.0.0.1");
        }
        CountDownLatch closed = new CountDownLatch(1);
        try (RunningAgent agent = agent(address, settings)) {
            Optional<MetricsEndpoint> scraped = endpoint(agent);
            stopOnSignal(agent, closed);
            if (!ignoreInput) {
                stopOnEndOfInput(agent);
            }
            out.println("ready " + address.getHostString() + ":" + agent.port());
            scraped.ifPresent(it -> out.println("metrics " + it.url()));
            out.flush();
            Ending why = agent.await();
            scraped.ifPresent(MetricsEndpoint::close);
            log.say(why.text());
            return why.exitCode();
        } finally {
            closed.countDown();
        }
    }

    private AgentSettings settings() {
        if (!(scale > 0)) {
            throw new IllegalArgumentException("--scale must be greater than 0, got " + scale);
        }
        return new AgentSettings(
                hostId,
                name,
                OptionValue.of("--ipv4", () -> Ipv4Address.parse(ipv4)),
                ports(),
                eal.isBlank() ? List.of() : List.of(eal.strip().split("\\s+", -1)),
                hugePages,
                memoryMegabytes,
                buffers,
                mtuBytes,
                dataQueues,
                clock(),
                separateClocks ? EndTimes.HALF_ROUND_TRIP : EndTimes.SHARED_CLOCK,
                polling(),
                warmUp);
    }

    private Polling polling() {
        if (busyPoll && realTime) {
            throw new IllegalArgumentException(
                    "--busy-poll and --real-time cannot be used together: the thread would keep"
                            + " its core from all others");
        }
        if (realTime) {
            return Polling.REAL_TIME;
        }
        return busyPoll ? Polling.BUSY : Polling.ADAPTIVE;
    }

    private ScaledClock clock() {
        if (awaitClock && epochNanos != null) {
            throw new IllegalArgumentException(
                    "--epoch-nanos and --await-clock cannot be used together");
        }
        if (awaitClock) {
            return ScaledClock.standing(scale);
        }
        return new ScaledClock(epochNanos == null ? System.nanoTime() : epochNanos, scale);
    }

    private List<AgentPort> ports() {
        PortList ports = new PortList(RoceFrame.maxFrameBytes(mtuBytes));
        ports.addInterfaces(interfaces);
        ports.addVirtual(virtualDevices);
        ports.addPci(pciDevices);
        return ports.cabled(links);
    }

    private TlsFiles tls() {
        if (certificate == null && key == null && clientAuthority == null) {
            return null;
        }
        if (certificate == null || key == null) {
            throw new IllegalArgumentException("TLS requires both --tls-certificate and --tls-key");
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
                log.say("the ports were not closed within " + CLOSING_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
