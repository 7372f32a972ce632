package io.losslab.labs.lease;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.CommandResult;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.devices.ssh.ShellWords;
import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseState;
import java.util.List;
import java.util.Optional;

/**
 * A place in a folder of a host, over SSH: a file with the lease in a line of JSON. Whoever
 * replaces it holds a lock on the folder, which the kernel takes back when the shell ends, however
 * it ends. The clock counts from the start of the host's system, so that setting its time changes
 * nothing.
 */
final class FolderPlace implements LeasePlace {
    /** What stands in the folder. */
    static final String FILE = "lease";

    private static final String USUAL = "losslab-lease";
    private static final String TEMPORARY = "${TMPDIR:-/tmp}/" + USUAL;
    private static final long LOCK_SECONDS = 20;

    /**
     * Prints the clock, its time in centiseconds, and the lease. A folder that is made is for all
     * and without the sticky bit, so that whoever logs in may replace another user's file.
     */
    private static final String SCRIPT =
            """
set -u
folder=%s seen=%s wanted=%s change=%s
file=$folder/%s
held=
if [ -L "$folder" ]; then
    echo "$folder is a symbolic link" >&2
    exit 1
fi
command -v flock >/dev/null || { echo 'program flock is missing (package util-linux)' >&2; exit 1; }
place=$folder
[ -e "$folder" ] || place=${folder%%/*}
[ -w "${place:-/}" ] || { echo "$place is not a folder that can be written to" >&2; exit 1; }
if [ -n "$change" ]; then
    [ -d "$folder" ] || mkdir -m 0777 "$folder" 2>/dev/null || [ -d "$folder" ] || mkdir -m 0777 "$folder" || exit 1
fi
if [ -e "$folder" ]; then
    exec 9<"$folder" || exit 1
    flock -w %d 9 || { echo "$folder stays locked" >&2; exit 1; }
    [ ! -f "$file" ] || held=$(cat "$file") || exit 1
fi
if [ -n "$change" ] && [ "$held" = "$seen" ]; then
    if [ -n "$wanted" ]; then
        rm -f "$file.new" && (umask 022; set -C; printf '%%s\\n' "$wanted" >"$file.new") \\
            && mv -f "$file.new" "$file" || exit 1
    else
        rm -f "$file" || exit 1
    fi
    held=$wanted
fi
read -r clock </proc/sys/kernel/random/boot_id && read -r up idle </proc/uptime || exit 1
printf '%%s\\n%%s\\n%%s\\n' "$clock" "${up%%.*}${up#*.}" "$held"
""";

    private static final long MILLIS_A_TICK = 10;

    private final HostConnection host;
    private final Optional<String> folder;

    /**
     * A place on a host, whose connection is closed with it.
     *
     * @param folder absolute path; made where it is not there; empty: the usual one
     */
    FolderPlace(HostConnection host, Optional<String> folder) {
        this.host = host;
        this.folder = folder;
    }

    @Override
    public String name() {
        return "%s (%s)".formatted(host.device(), folder.orElse(USUAL));
    }

    @Override
    public LeaseState read() {
        return answer("", "", "");
    }

    @Override
    public LeaseState replace(Lease seen, Lease wanted) {
        return answer(json(seen), json(wanted), "yes");
    }

    @Override
    public void close() {
        host.close();
    }

    private LeaseState answer(String seen, String wanted, String change) {
        CommandResult result =
                host.run(
                        SCRIPT.formatted(
                                folder.map(ShellWords::quoted).orElse(TEMPORARY),
                                ShellWords.quoted(seen),
                                ShellWords.quoted(wanted),
                                ShellWords.quoted(change),
                                FILE,
                                LOCK_SECONDS));
        List<String> lines = result.output().lines().toList();
        if (!result.succeeded() || lines.size() < 2) {
            throw failure(result.errors().strip());
        }
        try {
            LeaseState.Builder state =
                    LeaseState.newBuilder()
                            .setClock(lines.get(0))
                            .setNowMs(Long.parseLong(lines.get(1)) * MILLIS_A_TICK);
            String held = lines.size() > 2 ? lines.get(2) : "";
            if (!held.isEmpty()) {
                JsonFormat.parser().merge(held, state.getLeaseBuilder());
            }
            return state.build();
        } catch (InvalidProtocolBufferException | NumberFormatException e) {
            throw CommandFailure.failed(
                    "%s: %s/%s is not a lease that this version of losslab can read"
                            .formatted(host.device(), folder.orElse(USUAL), FILE),
                    "delete the file if the testbed is not in use",
                    e);
        }
    }

    private CommandFailure failure(String errors) {
        return CommandFailure.ofDevice(
                "%s: cannot keep the testbed's lease in %s: %s"
                        .formatted(
                                host.device(),
                                folder.orElse(USUAL),
                                errors.isEmpty() ? "the command printed no reason" : errors),
                "make the folder writable for everyone who uses the testbed, or name another place"
                        + " with 'lease' in the testbed file");
    }

    /** The same lease always gives the same line: it is compared as text. */
    private static String json(Lease lease) {
        if (lease.getToken().isEmpty()) {
            return "";
        }
        try {
            return JsonFormat.printer().omittingInsignificantWhitespace().print(lease);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
