package io.losslab.devices.sonic.configdb;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.util.JsonFormat;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.ssh.CommandResult;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.devices.ssh.ShellWords;
import io.losslab.driver.DeviceException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** SONiC's own commands over SSH. */
public final class ShellConfigDb implements ConfigDb {
    private static final Logger LOG = LoggerFactory.getLogger(ShellConfigDb.class);

    /**
     * The patch and the output are in a directory of its own, which only the user can enter:
     * writing to a connection that is lost would end the command half-way.
     */
    private static final String PATCH =
            """
            set -e
            umask 077
            folder=$(mktemp -d)
            trap 'rm -rf "$folder"' EXIT HUP INT TERM
            cat > "$folder/patch.json"
            status=0
            sudo -n config apply-patch %s "$folder/patch.json" \
              >"$folder/output" 2>"$folder/errors" || status=$?
            cat "$folder/output"
            cat "$folder/errors" >&2
            exit $status
            """;

    /**
     * Runs one command at a time. One whose connection is lost goes on, a patch for minutes; what
     * comes next waits for its end.
     */
    private static final String ALONE = "flock -o \"$HOME\" sh -c ";

    /**
     * Takes the turn of all changes that wait. One whose connection was lost while it waited is
     * still there, and must not be made after what was sent since, such as the patch that restores
     * the rows. A turn is a file, which is gone once it is another's.
     */
    private static final String TURN =
            """
            umask 077
            export turn="$HOME/.losslab-turn.$$"
            rm -f "$HOME"/.losslab-turn.*
            trap 'rm -f "$turn"' EXIT
            : >"$turn"
            """;

    private static final String STILL_MINE =
            """
            [ -e "$turn" ] || {
              echo 'Error: another command of losslab was sent to the switch after this one' >&2
              exit 1
            }
            """;

    private static final String READ = "sonic-cfggen -d --print-data";
    private static final String END = "-- end of CONFIG_DB --";
    private static final String LIST =
            " && echo '%s' && sudo -n config list-checkpoints".formatted(END);

    /** Lua of Redis, which reads all ports at once. */
    private static final String LINKS =
            """
            local up = {} \
            for i, port in ipairs(ARGV) do \
            if redis.call('HGET', 'PORT_TABLE:' .. port, 'oper_status') == 'up' then \
            up[#up + 1] = port end end \
            return table.concat(up, ' ')\
            """;

    private final Device device;
    private final String address;
    private final HostConnection login;

    /**
     * The switch.
     *
     * @param address of it, for errors
     */
    public ShellConfigDb(Device device, String address, HostConnection login) {
        this.device = device;
        this.address = address;
        this.login = login;
    }

    /** One command for both, since each takes seconds on a switch. */
    @Override
    public Reading read(Set<String> tables, Optional<String> checkpoint) {
        String command = READ + (checkpoint.isPresent() ? LIST : "");
        CommandResult result = result(command, "");
        if (!result.succeeded()) {
            // What it printed on standard output holds the switch's secrets.
            throw failure(
                    "reading CONFIG_DB", new CommandResult(result.status(), "", result.errors()));
        }
        String text = result.output();
        int end = text.indexOf(END);
        Struct.Builder all = Struct.newBuilder();
        parse("sonic-cfggen", end < 0 ? text : text.substring(0, end), all);
        Struct.Builder asked = Struct.newBuilder();
        all.getFieldsMap()
                .forEach(
                        (table, rows) -> {
                            if (tables.contains(table)) {
                                asked.putFields(table, rows);
                            }
                        });
        return new Reading(
                asked.build(),
                checkpoint
                        .map(name -> lists(text.substring(end + END.length()), name))
                        .orElse(false));
    }

    /** Whether the command's output, after what it logs, lists a checkpoint. */
    private boolean lists(String text, String name) {
        ListValue.Builder names = ListValue.newBuilder();
        parse("config list-checkpoints", text.substring(Math.max(0, text.indexOf('['))), names);
        return names.getValuesList().contains(ConfigRows.text(name));
    }

    @Override
    public List<String> up(List<String> ports) {
        String command =
                "sonic-db-cli APPL_DB EVAL %s 0 %s"
                        .formatted(ShellWords.quoted(LINKS), ShellWords.quoted(ports));
        List<String> found = List.of(print("sonic-db-cli", command).strip().split(" "));
        return ports.stream().filter(found::contains).toList();
    }

    @Override
    public void apply(ConfigPatch patch) {
        change("config apply-patch", PATCH.formatted(""), patch.json());
    }

    @Override
    public void check(ConfigPatch patch) {
        run("config apply-patch --dry-run", PATCH.formatted("--dry-run"), patch.json());
    }

    @Override
    public void checkpoint(String name) {
        command("checkpoint", name);
    }

    @Override
    public void rollback(String name) {
        command("rollback", name);
    }

    @Override
    public void deleteCheckpoint(String name) {
        command("delete-checkpoint", name);
    }

    /**
     * What a command prints.
     *
     * @param name of it, for errors
     * @throws DeviceException where it fails
     */
    public String print(String name, String command) {
        return run(name, command, "");
    }

    private void command(String word, String name) {
        change("config " + word, "sudo -n config " + word + " " + ShellWords.quoted(name), "");
    }

    private void change(String name, String script, String input) {
        String alone = ALONE + ShellWords.quoted(STILL_MINE + script);
        output(name, login.run(TURN + alone, input, LONGEST_CHANGE));
    }

    private String run(String name, String script, String input) {
        return output(name, result(script, input));
    }

    private String output(String name, CommandResult result) {
        if (!result.succeeded()) {
            throw failure(name, result);
        }
        return result.output();
    }

    private CommandResult result(String script, String input) {
        return login.run(ALONE + ShellWords.quoted(script), input, LONGEST_CHANGE);
    }

    private DeviceException failure(String name, CommandResult result) {
        LOG.warn(
                "{}: {} ended with status {}\n{}\n{}",
                device.name(),
                name,
                result.status(),
                result.output(),
                result.errors());
        String said = problem(result);
        return failure("%s: %s".formatted(name, said), said);
    }

    private void parse(String name, String text, Message.Builder into) {
        try {
            JsonFormat.parser().merge(text, into);
        } catch (InvalidProtocolBufferException e) {
            throw failed(
                    "%s did not print JSON: %s".formatted(name, e.getMessage()),
                    "check by hand whether it works on the switch",
                    e);
        }
    }

    /** From the last line that says an error on, which may name a reason each below it. */
    private static String problem(CommandResult result) {
        String text = result.errors().isBlank() ? result.output() : result.errors();
        List<String> lines =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        if (lines.isEmpty()) {
            return "exit status %d without a message".formatted(result.status());
        }
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (lines.get(i).startsWith("Error:")) {
                String said = String.join(" ", lines.subList(i, lines.size()));
                return said.substring("Error:".length()).strip();
            }
        }
        return lines.get(lines.size() - 1);
    }

    /** A switch that lacks a command or does not permit it, or one that refuses a setting. */
    private DeviceException failure(String problem, String said) {
        if (said.contains("flock: not found")) {
            return failed(problem, "install flock of util-linux on the switch", null);
        }
        if (said.contains("command not found") || said.endsWith(": not found")) {
            return failed(problem, "check that the device runs SONiC, 202511 or newer", null);
        }
        if (said.startsWith("sudo:")) {
            return failed(problem, "let the user run 'config' by sudo without a password", null);
        }
        String advice =
                said.contains("validating function")
                        ? "SONiC permits such changes from 202511 on, and only on chips that it lists; see log.txt"
                        : "see log.txt";
        return DeviceException.refused(device.name(), address, problem, advice, null);
    }

    private DeviceException failed(String problem, String advice, Exception cause) {
        return DeviceException.failed(device.name(), address, problem, advice, cause);
    }
}
