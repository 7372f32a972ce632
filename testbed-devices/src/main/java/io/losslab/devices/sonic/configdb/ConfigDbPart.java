package io.losslab.devices.sonic.configdb;

import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Part;
import io.losslab.devices.Recovery;
import io.losslab.driver.DeviceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows of CONFIG_DB, as {@link Struct}s. Changes are one patch; before the first, the run makes a
 * checkpoint, to which the switch is rolled back where the patch that restores its rows fails.
 */
public final class ConfigDbPart implements Part {
    /** Over SSH. */
    public static final ConfigDbPart OVER_SSH = new ConfigDbPart(Service.SSH, LinkRecovery.LIMIT);

    /** Over gNMI, which has no checkpoints. */
    public static final ConfigDbPart OVER_GNMI = new ConfigDbPart(Service.GNMI, LinkRecovery.LIMIT);

    /** What a plan cannot say in bytes. */
    private static final String FITTED =
            " (what "
                    + ConfigTable.GENERATED_PROFILES
                    + "* profiles of the switch reserve is added to size and taken from static_th,"
                    + " so that groups pause at xoff)";

    private static final Logger LOG = LoggerFactory.getLogger(ConfigDbPart.class);

    /**
     * SONiC's buffer manager may change rows of buffers after a patch, such as those of a port that
     * it is given back; so what was set may have to be set once more.
     */
    private static final int ATTEMPTS = 3;

    private final Service service;
    private final Duration linkLimit;

    private ConfigDbPart(Service service, Duration linkLimit) {
        this.service = service;
        this.linkLimit = linkLimit;
    }

    /** The same, but waiting so long at most for links that went down. */
    public ConfigDbPart waiting(Duration limit) {
        return new ConfigDbPart(service, limit);
    }

    /** The rows as a state that the device is to have. */
    public DesiredState desired(Device device, List<ConfigRows> rows) {
        List<Message> state = new ArrayList<>();
        if (hasCheckpoints()) {
            state.add(Checkpoint.ofThisRun().message());
        }
        rows.forEach(each -> state.add(each.message()));
        return new DesiredState(device, this, state);
    }

    @Override
    public String name() {
        return hasCheckpoints() ? "configDb" : "configDbOverGnmi";
    }

    @Override
    public Service service() {
        return service;
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public List<Message> vocabulary() {
        return List.of(Struct.getDefaultInstance());
    }

    @Override
    public boolean isWhole() {
        return false;
    }

    @Override
    public boolean isSameMatter(Message one, Message other) {
        return ConfigState.matter(one).equals(ConfigState.matter(other));
    }

    @Override
    public Message over(Message before, Message wanted) {
        return ConfigRows.isMessage((Struct) wanted)
                ? ConfigRows.of((Struct) wanted).over(ConfigRows.of((Struct) before)).message()
                : wanted;
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        ConfigState state = ConfigState.of(about);
        return read(open(session), state, state.checkpoint()).messages();
    }

    private static ConfigState read(
            ConfigDb db, ConfigState about, Optional<Checkpoint> checkpoint) {
        Set<String> tables = new TreeSet<>();
        about.rows().values().forEach(rows -> tables.add(rows.table()));
        ConfigDb.Reading reading = db.read(tables, checkpoint.map(Checkpoint::name));
        return about.readFrom(reading.tables(), reading.hasCheckpoint());
    }

    @Override
    public Recovery recovery(DeviceSession session, List<Message> wanted) {
        LinkRecovery links =
                LinkRecovery.of(
                        session.device(),
                        address(session),
                        linkLimit,
                        open(session),
                        ConfigState.of(wanted));
        return later -> links.await(open(later));
    }

    @Override
    public List<DeviceCall> checks(Device device, List<Message> wanted) {
        ConfigState goal = ConfigState.of(wanted);
        ConfigPatch plan = ConfigPatch.between(device, ConfigState.of(List.of()), goal);
        return List.of(
                call(
                        device,
                        hasCheckpoints() ? "config apply-patch --dry-run" : "gnmi.gNMI/Get",
                        plan.operations(),
                        plan.summary() + (goal.isFitted() ? FITTED : ""),
                        db -> {
                            ConfigPatch patch = left(device, db, goal);
                            if (!patch.isEmpty()) {
                                db.check(patch);
                            }
                        }));
    }

    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        ConfigState now = ConfigState.of(present);
        ConfigState goal = ConfigState.of(wanted);
        ConfigPatch patch = ConfigPatch.between(device, now, goal);
        Optional<Checkpoint> wantedPoint = goal.checkpoint();
        boolean has = now.checkpoint().map(Checkpoint::exists).orElse(false);
        boolean ends = has && !wantedPoint.map(Checkpoint::exists).orElse(true);
        List<DeviceCall> calls = new ArrayList<>();
        if (!patch.isEmpty()) {
            wantedPoint
                    .filter(point -> point.exists() && !has)
                    .ifPresent(point -> calls.add(begin(device, point)));
            String method = hasCheckpoints() ? "config apply-patch" : "gnmi.gNMI/Set";
            Optional<Checkpoint> way = ends ? wantedPoint : Optional.empty();
            calls.add(
                    call(
                            device,
                            method,
                            patch.operations(),
                            patch.summary(),
                            db -> set(device, db, patch, goal, way)));
        }
        if (ends) {
            Checkpoint point = wantedPoint.orElseThrow();
            calls.add(
                    call(
                            device,
                            "config delete-checkpoint",
                            point.message(),
                            point.name(),
                            db -> delete(db, point.name())));
        }
        return calls;
    }

    private DeviceCall begin(Device device, Checkpoint point) {
        return call(
                device,
                "config checkpoint",
                point.message(),
                point.name(),
                db -> db.checkpoint(point.name()));
    }

    /**
     * Sets the rows.
     *
     * @param wayBack a checkpoint to go back to where that fails
     */
    private static void set(
            Device device,
            ConfigDb db,
            ConfigPatch patch,
            ConfigState goal,
            Optional<Checkpoint> wayBack) {
        if (wayBack.isEmpty()) {
            settle(device, db, patch, goal);
            return;
        }
        try {
            if (settle(device, db, patch, goal).isEmpty()) {
                return;
            }
        } catch (RuntimeException e) {
            LOG.warn("{}: rolling back, since its rows could not be restored", device.name(), e);
        }
        db.rollback(wayBack.get().name());
    }

    /** Sets the rows; what is still to change. */
    private static ConfigPatch settle(
            Device device, ConfigDb db, ConfigPatch first, ConfigState goal) {
        ConfigPatch patch = first;
        for (int attempt = 0; attempt < ATTEMPTS && !patch.isEmpty(); attempt++) {
            for (ConfigPatch step : patch.inTurn()) {
                Optional<DeviceException> refusal = apply(db, step);
                if (refusal.isPresent() && left(device, db, goal).changesTablesOf(step)) {
                    throw refusal.get();
                }
            }
            patch = left(device, db, goal);
        }
        return patch;
    }

    /**
     * What is still to change of the rows. Checkpoints are not asked for: that takes a switch
     * seconds.
     */
    private static ConfigPatch left(Device device, ConfigDb db, ConfigState goal) {
        return ConfigPatch.between(device, read(db, goal, Optional.empty()), goal);
    }

    /**
     * Applies a patch; the refusal, if any, which is logged, and counts only where the rows are not
     * as wanted: a patch that is applied once more after its connection was lost removes rows that
     * are gone.
     */
    private static Optional<DeviceException> apply(ConfigDb db, ConfigPatch patch) {
        try {
            db.apply(patch);
            return Optional.empty();
        } catch (DeviceException e) {
            return Optional.of(e);
        }
    }

    /**
     * Deletes a checkpoint. A refusal counts only where it is still there: the second of two
     * deletions, since the connection was lost during the first, finds none.
     */
    private static void delete(ConfigDb db, String checkpoint) {
        try {
            db.deleteCheckpoint(checkpoint);
        } catch (DeviceException e) {
            if (db.read(Set.of(), Optional.of(checkpoint)).hasCheckpoint()) {
                throw e;
            }
        }
    }

    private DeviceCall call(
            Device device, String method, Message request, String summary, Consumer<ConfigDb> use) {
        return new DeviceCall(
                device,
                service,
                method,
                request,
                () -> summary,
                session -> use.accept(open(session)));
    }

    private boolean hasCheckpoints() {
        return service.equals(Service.SSH);
    }

    private ConfigDb open(DeviceSession session) {
        return hasCheckpoints()
                ? new ShellConfigDb(session.device(), address(session), session.login())
                : new GnmiConfigDb(session.channel(Service.GNMI));
    }

    @Override
    public String describe(List<Message> state) {
        return ConfigState.of(state).rows().values().stream()
                .map(ConfigDbPart::text)
                .collect(Collectors.joining("; "));
    }

    private static String text(ConfigRows rows) {
        if (rows.rows().isEmpty()) {
            return "no " + rows.name();
        }
        return rows.rows().entrySet().stream()
                .map(
                        row ->
                                "%s|%s %s"
                                        .formatted(
                                                rows.table(),
                                                row.getKey(),
                                                ConfigPatch.text(row.getValue())))
                .collect(Collectors.joining("; "));
    }

    /** The rows that differ, as they were set and as they were read. */
    @Override
    public String difference(List<Message> sent, List<Message> read) {
        ConfigState now = ConfigState.of(read);
        List<String> differences = new ArrayList<>();
        for (ConfigRows rows : ConfigState.of(sent).fittedTo("", now).rows().values()) {
            ConfigRows found = now.rows().get(rows.name());
            if (found != null && !rows.target(found.rows()).equals(found.rows())) {
                differences.add("set %s, read %s".formatted(text(rows), text(found)));
            }
        }
        return String.join(", ", differences);
    }
}
