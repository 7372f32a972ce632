package io.losslab.devices.ssh;

import io.losslab.api.process.DaemonThreads;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.Rest;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.common.IOUtils;
import net.schmizz.sshj.common.SSHException;
import net.schmizz.sshj.connection.ConnectionException;
import net.schmizz.sshj.connection.channel.OpenFailException;
import net.schmizz.sshj.connection.channel.direct.DirectConnection;
import net.schmizz.sshj.connection.channel.direct.Session;
import net.schmizz.sshj.sftp.SFTPClient;
import net.schmizz.sshj.sftp.SFTPException;
import net.schmizz.sshj.xfer.FileSystemFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A host over SSH. The connection is opened when it is first needed; one that is lost is opened
 * again, with growing pauses, and what was being done is done once more: commands must bear that,
 * or be run by {@link #runOnce}. Thread safe.
 */
public final class HostConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostConnection.class);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final long COMMAND_SECONDS = 60;

    /** For a command of which nothing else is said: setting a NIC, reading counters. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** Ends commands that take too long. */
    private static final ScheduledThreadPoolExecutor DEADLINES =
            new ScheduledThreadPoolExecutor(1, DaemonThreads.named("ssh-deadlines"));

    static {
        // A command that ended in time leaves nothing behind until its deadline.
        DEADLINES.setRemoveOnCancelPolicy(true);
    }

    /** OpenSSH's name of a request that is for its answer. */
    private static final String ALIVE = "keepalive@openssh.com";

    private final Login login;
    private final Duration patience;
    private SSHClient client;
    private boolean reachedBefore;
    private boolean closed;

    /**
     * A host that is not connected to yet.
     *
     * @param device its name in messages
     */
    public HostConnection(String device, SshLogin login) {
        this(new Login(device, login, KeyAgent.ofEnvironment()));
    }

    HostConnection(Login login) {
        this(login, PATIENCE);
    }

    /**
     * The same that waits another time.
     *
     * @param patience how long a host is tried to reach that was reached before
     */
    HostConnection(Login login, Duration patience) {
        this.login = login;
        this.patience = patience;
    }

    /** Name of the host in messages. */
    public String device() {
        return login.device();
    }

    /**
     * Runs a command of the POSIX shell.
     *
     * @throws CommandFailure where the host is not reached, or the command does not end within ten
     *     minutes
     */
    public CommandResult run(String script) {
        return onConnection(open -> execute(open, script, "", LONGEST));
    }

    /**
     * Runs a command of the POSIX shell that is given its standard input, and that may take long:
     * it is run once more when its connection is lost, however long it had gone on.
     *
     * @param longest after which the command is left, and its session closed
     * @throws CommandFailure where the host is not reached, or the command does not end by then
     */
    public CommandResult run(String script, String input, Duration longest) {
        return onConnection(open -> execute(open, script, input, longest), failure -> {}, true);
    }

    /**
     * Runs a command of the POSIX shell that ends by itself, and is not run again where its
     * connection is lost.
     *
     * @param name of what it runs, for errors
     * @throws CommandFailure where the host is not reached, or the connection is lost meanwhile
     */
    public CommandResult runOnce(String name, String script) {
        return onConnection(
                open -> {
                    try (Session session = opened(open::startSession)) {
                        return executeOnce(open, session, name, script);
                    }
                });
    }

    /** The command may have begun when this fails. */
    private CommandResult executeOnce(SSHClient open, Session session, String name, String script)
            throws IOException {
        try (Session.Command running = session.exec(shell(script))) {
            return result(running, "");
        } catch (IOException e) {
            if (isInterrupt(e)) {
                throw e;
            }
            lost(open);
            throw CommandFailure.ofDevice(
                    "%s: the SSH connection was lost during %s".formatted(device(), name),
                    "check that the host is up, and the network to it",
                    e);
        }
    }

    private static String shell(String script) {
        return "sh -c " + ShellWords.quoted(script);
    }

    /**
     * Runs a command that must succeed.
     *
     * @param purpose text for the message: "make a directory"
     * @return its output without the last line's end
     * @throws CommandFailure where it fails
     */
    String require(String purpose, String script) {
        CommandResult result = run(script);
        if (!result.succeeded()) {
            throw CommandFailure.ofDevice(
                    "%s: cannot %s: %s"
                            .formatted(
                                    device(), purpose, firstOf(result.errors(), result.output())),
                    "");
        }
        return result.output().stripTrailing();
    }

    /**
     * Copies a file to the host; one that is there is overwritten.
     *
     * @throws CommandFailure where the host is not reached, or does not take the file
     */
    void copy(Path file, String remotePath) {
        onConnection(
                open -> {
                    try (SFTPClient files = sftp(open)) {
                        files.put(new FileSystemFile(file.toFile()), remotePath);
                    } catch (SFTPException e) {
                        if (!open.isConnected()) {
                            throw e;
                        }
                        throw CommandFailure.ofDevice(
                                "%s: cannot write %s by SFTP: %s"
                                        .formatted(device(), remotePath, e.getMessage()),
                                "check that there is room, and that the user may write there",
                                e);
                    }
                    return null;
                });
    }

    /** A server without SFTP answers otherwise; one whose connection is lost does not. */
    private SFTPClient sftp(SSHClient open) throws IOException {
        try {
            return opened(open::newSFTPClient);
        } catch (SSHException e) {
            boolean opened = !(e instanceof OpenFailException);
            if (isInterrupt(e) || !opened || !answers(open, patience)) {
                throw e;
            }
            throw CommandFailure.ofDevice(
                    "%s: the SSH server has no working SFTP subsystem, by which files are copied"
                            .formatted(device()),
                    "set 'Subsystem sftp internal-sftp' in its sshd_config, and reload it",
                    e);
        }
    }

    /**
     * Starts a command and gives its output to a reader as it comes, until it ends.
     *
     * @throws IOException where the connection is lost on the way; not tried again
     */
    void stream(String script, StreamReader reader) throws IOException {
        SSHClient open = client();
        try (Session session = opened(open::startSession);
                Session.Command command = session.exec(shell(script))) {
            reader.read(command.getInputStream());
            command.join(COMMAND_SECONDS, TimeUnit.SECONDS);
            if (command.getExitStatus() == null) {
                throw new IOException("the connection was lost");
            }
        } catch (IOException e) {
            if (!isInterrupt(e)) {
                lost(open);
            }
            throw e;
        }
    }

    /**
     * Opens a way to a port that the host itself can reach.
     *
     * @param interrupted told when the SSH connection is lost, while it is waited for
     * @throws CommandFailure where the host is not reached, nothing listens there, or it forwards
     *     nothing
     */
    DirectConnection direct(String address, int port, Consumer<CommandFailure> interrupted) {
        return onConnection(
                open -> {
                    try {
                        return opened(() -> open.newDirectConnection(address, port));
                    } catch (OpenFailException e) {
                        throw noWay(address, port, e);
                    }
                },
                interrupted,
                false);
    }

    private CommandFailure noWay(String address, int port, OpenFailException e) {
        return e.getReason() == OpenFailException.Reason.ADMINISTRATIVELY_PROHIBITED
                ? CommandFailure.ofDevice(
                        "%s: the SSH server does not forward to %s:%d"
                                .formatted(device(), address, port),
                        "set 'AllowTcpForwarding yes' in its sshd_config",
                        e)
                : CommandFailure.ofDevice(
                        "%s: nothing listens at %s:%d, as the device itself sees it"
                                .formatted(device(), address, port),
                        "check that the server runs, and its port",
                        e);
    }

    /** Takes a command's output. */
    @FunctionalInterface
    interface StreamReader {
        void read(InputStream output) throws IOException;
    }

    /**
     * Makes sure that the host's SSH server answers, on a new connection where the last was lost.
     *
     * @throws CommandFailure where no answer comes in time
     */
    public void requireAnswer(Duration patience) {
        try {
            if (!answersAtAll(patience)) {
                throw new SocketTimeoutException();
            }
        } catch (IOException e) {
            throw login.unreachable(e);
        }
    }

    /** A connection may turn out to be lost when it is used; the server may take another one. */
    private boolean answersAtAll(Duration patience) throws IOException {
        SSHClient open = client();
        try {
            return answers(open, patience);
        } catch (IOException e) {
            lost(open);
            return answers(client(), patience);
        }
    }

    private static boolean answers(SSHClient open, Duration patience) throws IOException {
        try {
            return opened(() -> open.getConnection().sendGlobalRequest(ALIVE, true, new byte[0]))
                            .tryRetrieve(patience.toMillis(), TimeUnit.MILLISECONDS)
                    != null;
        } catch (ConnectionException e) {
            if (open.isConnected()) {
                // A server that does not know the request refuses it, which is an answer.
                return true;
            }
            throw e;
        }
    }

    /** Something to do on a connection. */
    @FunctionalInterface
    private interface Task<T> {
        T on(SSHClient open) throws IOException;
    }

    /** Opens something on a connection. */
    @FunctionalInterface
    private interface Opening<T> {
        T open() throws IOException;
    }

    private <T> T onConnection(Task<T> task) {
        return onConnection(task, failure -> {}, false);
    }

    /**
     * Does it once more where the connection is lost.
     *
     * @param interrupted told while the host is waited for
     * @param mayTakeLong whether patience begins with the first loss, not with the task
     */
    private <T> T onConnection(
            Task<T> task, Consumer<CommandFailure> interrupted, boolean mayTakeLong) {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean lostBefore = false;
        long pauseMillis = FIRST_PAUSE_MILLIS;
        while (true) {
            SSHClient open = null;
            try {
                open = client();
                return task.on(open);
            } catch (IOException e) {
                if (isInterrupt(e)) {
                    throw interrupted(e);
                }
                if (open != null) {
                    lost(open);
                }
                if (mayTakeLong && !lostBefore) {
                    deadline = System.nanoTime() + patience.toNanos();
                }
                lostBefore = true;
                if (!mayRetry(deadline)) {
                    throw login.unreachable(e);
                }
                interrupted.accept(login.unreachable(e));
                LOG.warn("{}: SSH connection lost ({}); reconnecting", device(), e.getMessage());
                Rest.nanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
                pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, 2 * pauseMillis);
            }
        }
    }

    /**
     * Whether it says that the thread was interrupted; what takes too long is a kind of it for
     * Java.
     */
    private static boolean isInterrupt(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof InterruptedException
                    || each instanceof InterruptedIOException
                            && !(each instanceof SocketTimeoutException)) {
                return true;
            }
        }
        return false;
    }

    private static CommandFailure interrupted(IOException e) {
        InterruptedException interrupt = new InterruptedException(e.getMessage());
        interrupt.initCause(e);
        return CommandFailure.interrupted(interrupt);
    }

    /** A host that was never reached is not waited for: a wrong address should be told at once. */
    private synchronized boolean mayRetry(long deadline) {
        return reachedBefore && !closed && System.nanoTime() < deadline;
    }

    private synchronized SSHClient client() throws IOException {
        if (closed) {
            throw new IOException("the connection was closed");
        }
        if (client == null || !client.isConnected()) {
            client = login.open();
            reachedBefore = true;
        }
        return client;
    }

    private synchronized void lost(SSHClient broken) {
        closeQuietly(broken);
        if (client == broken) {
            client = null;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (client != null) {
            closeQuietly(client);
            client = null;
        }
    }

    private CommandResult execute(SSHClient open, String script, String input, Duration longest)
            throws IOException {
        Deadline deadline = new Deadline(Thread.currentThread());
        Future<?> timer =
                DEADLINES.schedule(deadline::pass, longest.toMillis(), TimeUnit.MILLISECONDS);
        try (Session session = opened(open::startSession);
                Session.Command running = session.exec(shell(script))) {
            return result(running, input);
        } catch (IOException e) {
            if (deadline.end()) {
                throw doesNotEnd(script, longest, e);
            }
            throw e;
        } finally {
            timer.cancel(false);
            deadline.end();
        }
    }

    /** Interrupts a thread that waits for a command, until that has ended. */
    private static final class Deadline {
        private final Thread waiting;
        private boolean over;
        private boolean passed;

        Deadline(Thread waiting) {
            this.waiting = waiting;
        }

        synchronized void pass() {
            if (!over) {
                passed = true;
                waiting.interrupt();
            }
        }

        /** Nothing is waited for any more; whether it was for too long. For that thread. */
        synchronized boolean end() {
            if (!over && passed) {
                // This was the interrupt of the deadline.
                Thread.interrupted();
            }
            over = true;
            return passed;
        }
    }

    private static CommandResult result(Session.Command running, String input) throws IOException {
        if (!input.isEmpty()) {
            give(running, input);
        }
        String output = text(running.getInputStream());
        String errors = text(running.getErrorStream());
        running.join(COMMAND_SECONDS, TimeUnit.SECONDS);
        Integer status = running.getExitStatus();
        if (status == null && running.getExitSignal() == null) {
            throw new IOException("the connection was lost before the command ended");
        }
        return new CommandResult(status == null ? 128 : status, output, errors);
    }

    private CommandFailure doesNotEnd(String script, Duration longest, IOException cause) {
        LOG.warn("{}: no end within {} s: {}", device(), longest.toSeconds(), script);
        return CommandFailure.ofDevice(
                "%s: a command did not end within %d s".formatted(device(), longest.toSeconds()),
                "see log.txt for the command, and try it by hand on the device",
                cause);
    }

    /** A command that ends without reading all of it says why itself. */
    private static void give(Session.Command running, String input) {
        try (OutputStream to = running.getOutputStream()) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.debug("a command did not take its input", e);
        }
    }

    /** sshj calls a connection that was lost a moment ago an illegal state. */
    private static <T> T opened(Opening<T> opening) throws IOException {
        try {
            return opening.open();
        } catch (IllegalStateException e) {
            throw new IOException("the connection was lost", e);
        }
    }

    private static String text(InputStream stream) throws IOException {
        return IOUtils.readFully(stream).toString(StandardCharsets.UTF_8);
    }

    private static String firstOf(String errors, String output) {
        String text = errors.isBlank() ? output.strip() : errors.strip();
        return text.isEmpty() ? "it failed without a message" : text;
    }

    private static void closeQuietly(SSHClient open) {
        try {
            open.close();
        } catch (IOException e) {
            LOG.debug("an SSH connection did not close cleanly", e);
        }
    }
}
