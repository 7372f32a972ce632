package io.losslab.devices.gnmi;

import com.google.protobuf.Message;
import io.losslab.api.gnmi.PathText;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Part;
import io.losslab.driver.gnmi.GnmiUpdate;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.gNMIGrpc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Leaves that are set over gNMI: {@link Update}s of absolute paths; one without a value is of a
 * leaf that is absent, and to be absent. They are set together, all or none. Where the key of a
 * list's entry is to be absent, the entry is deleted with all that it has.
 */
public final class InterfacesPart implements Part {
    private static final String CONFIG = "config";
    private static final int LONGEST_SUMMARY = 160;

    private final LeafDevices devices;

    public InterfacesPart(LeafDevices devices) {
        this.devices = devices;
    }

    @Override
    public String name() {
        return "interfaces";
    }

    @Override
    public Service service() {
        return Service.GNMI;
    }

    @Override
    public List<Message> vocabulary() {
        return List.of(Update.getDefaultInstance());
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        if (about.isEmpty()) {
            return List.of();
        }
        LeafAccess device = devices.access(session);
        List<Path> paths = about.stream().map(leaf -> ((Update) leaf).getPath()).toList();
        Map<String, TypedValue> told = new HashMap<>();
        for (GnmiUpdate update : device.client().settings(paths)) {
            if (update.value() != null) {
                told.put(update.path(), device.asSet(update));
            }
        }
        List<Message> state = new ArrayList<>();
        for (Path path : paths) {
            Update.Builder leaf = Update.newBuilder().setPath(path);
            TypedValue value = told.get(PathText.format(path));
            state.add(value == null ? leaf.build() : leaf.setVal(value).build());
        }
        return state;
    }

    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        Map<String, Update> now = byPath(present);
        Map<String, Path> deletes = new LinkedHashMap<>();
        List<Update> updates = new ArrayList<>();
        for (Map.Entry<String, Update> each : byPath(wanted).entrySet()) {
            Update leaf = each.getValue();
            Update old = now.get(each.getKey());
            if (leaf.hasVal()) {
                if (old == null || !old.getVal().equals(leaf.getVal())) {
                    updates.add(leaf);
                }
            } else if (old != null && old.hasVal()) {
                Path owned = owned(leaf.getPath());
                deletes.put(PathText.format(owned), owned);
            }
        }
        List<Path> outermost =
                deletes.entrySet().stream()
                        .filter(each -> !hasAncestor(each.getKey(), deletes))
                        .map(Map.Entry::getValue)
                        .toList();
        if (updates.isEmpty() && outermost.isEmpty()) {
            return List.of();
        }
        List<Update> set = updates.stream().filter(leaf -> !isImplied(leaf, updates)).toList();
        SetRequest request =
                SetRequest.newBuilder()
                        .setPrefix(devices.prefix(device))
                        .addAllDelete(outermost)
                        .addAllUpdate(set)
                        .build();
        return List.of(
                new DeviceCall(
                        device,
                        Service.GNMI,
                        gNMIGrpc.getSetMethod().getFullMethodName(),
                        request,
                        () -> summary(request),
                        session -> devices.access(session).client().set(request)));
    }

    /** The request for users: entry, leaf and value of each, as far as a line goes. */
    private static String summary(SetRequest request) {
        StringBuilder text = new StringBuilder();
        request.getDeleteList()
                .forEach(path -> text.append("delete ").append(PathText.format(path)).append(", "));
        for (Update leaf : request.getUpdateList()) {
            text.append(entry(leaf.getPath()))
                    .append(leaf.getPath().getElem(leaf.getPath().getElemCount() - 1).getName())
                    .append(' ')
                    .append(LeafText.plain(leaf.getVal()))
                    .append(", ");
        }
        text.setLength(text.length() - 2);
        return text.length() > LONGEST_SUMMARY
                ? text.substring(0, LONGEST_SUMMARY) + "..."
                : text.toString();
    }

    private static String entry(Path path) {
        return path.getElemList().stream()
                .flatMap(elem -> elem.getKeyMap().values().stream())
                .map(key -> key + " ")
                .collect(Collectors.joining());
    }

    @Override
    public List<DeviceCall> checks(Device device, List<Message> wanted) {
        return devices.checks(device, wanted.stream().map(Update.class::cast).toList());
    }

    @Override
    public boolean isWhole() {
        return false;
    }

    @Override
    public boolean isSameMatter(Message one, Message other) {
        return text((Update) one).equals(text((Update) other));
    }

    @Override
    public String describe(List<Message> state) {
        return state.stream()
                .map(Update.class::cast)
                .map(leaf -> text(leaf) + " " + LeafText.plain(leaf.getVal()))
                .collect(Collectors.joining(", "));
    }

    @Override
    public String difference(List<Message> sent, List<Message> read) {
        Map<String, Update> found = byPath(read);
        String text =
                byPath(sent).entrySet().stream()
                        .filter(each -> !value(found, each).equals(each.getValue().getVal()))
                        .map(
                                each ->
                                        "%s: set %s, read %s"
                                                .formatted(
                                                        each.getKey(),
                                                        LeafText.plain(each.getValue().getVal()),
                                                        LeafText.plain(value(found, each))))
                        .limit(3)
                        .collect(Collectors.joining(", "));
        return text.isEmpty() ? setAndRead(sent, read) : text;
    }

    private static TypedValue value(Map<String, Update> found, Map.Entry<String, Update> leaf) {
        return found.getOrDefault(leaf.getKey(), Update.getDefaultInstance()).getVal();
    }

    private static Map<String, Update> byPath(List<Message> leaves) {
        Map<String, Update> byPath = new LinkedHashMap<>();
        leaves.stream().map(Update.class::cast).forEach(leaf -> byPath.put(text(leaf), leaf));
        return byPath;
    }

    /**
     * What is deleted for a leaf: the entry whose key it is, which is a child of the entry, or of
     * its {@code config} (openconfig-style), or the leaf itself.
     */
    private static Path owned(Path leaf) {
        int last = leaf.getElemCount() - 1;
        String name = leaf.getElem(last).getName();
        for (int above = last - 1; above >= Math.max(0, last - 2); above--) {
            PathElem elem = leaf.getElem(above);
            if (elem.containsKey(name)) {
                return Path.newBuilder()
                        .addAllElem(leaf.getElemList().subList(0, above + 1))
                        .build();
            }
            if (!elem.getName().equals(CONFIG)) {
                break;
            }
        }
        return leaf;
    }

    /** Whether a leaf is the key of an entry, which another leaf in the entry creates as well. */
    private static boolean isImplied(Update leaf, List<Update> all) {
        Path entry = owned(leaf.getPath());
        String below = PathText.format(entry) + "/";
        return entry.getElemCount() == leaf.getPath().getElemCount() - 1
                && all.stream()
                        .anyMatch(each -> !each.equals(leaf) && text(each).startsWith(below));
    }

    private static boolean hasAncestor(String path, Map<String, Path> others) {
        return others.keySet().stream().anyMatch(other -> path.startsWith(other + "/"));
    }

    private static String text(Update leaf) {
        return PathText.format(leaf.getPath());
    }
}
