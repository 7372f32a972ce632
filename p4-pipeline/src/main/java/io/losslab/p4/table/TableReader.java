package io.losslab.p4.table;

import io.losslab.p4.action.Action;
import io.losslab.p4.action.ActionCall;
import io.losslab.p4.extern.Calculation;
import io.losslab.p4.extern.Resources;
import io.losslab.p4.extern.Resources.DirectMeter;
import io.losslab.p4.json.JsonView;
import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.Names;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads tables with their keys, defaults and entries, and action profiles. */
public final class TableReader {
    private final Names names;
    private final Map<Integer, Action> actions;
    private final Resources resources;
    private final Map<String, ActionProfile> profiles = new LinkedHashMap<>();

    public TableReader(Names names, Map<Integer, Action> actions, Resources resources) {
        this.names = names;
        this.actions = actions;
        this.resources = resources;
    }

    /** Profiles that were read, by name. */
    public Map<String, ActionProfile> profiles() {
        return profiles;
    }

    /** Reads an action profile. */
    public void readProfile(JsonView view) {
        Calculation selector =
                view.find("selector").map(it -> Calculation.read(it, names)).orElse(null);
        String name = view.text("name");
        if (profiles.put(name, new ActionProfile(name, selector)) != null) {
            throw view.at("name").refused("duplicate action profile '" + name + "'");
        }
    }

    /** Reads a table. */
    public MatchTable read(JsonView view) {
        List<KeyField> key = new ArrayList<>();
        int at = 0;
        for (JsonView part : view.at("key").items()) {
            KeyField field = keyField(part, at);
            key.add(field);
            at += Bits.words(field.widthBits());
        }
        List<Action> offered = view.find("action_ids").isPresent() ? byIds(view) : byNames(view);
        DirectMeter meter =
                view.find("direct_meters")
                        .map(it -> Resources.named(resources.directMeters(), it, "direct meter"))
                        .orElse(null);
        List<JsonView> entries = view.itemsOf("entries");
        MatchTable table = new MatchTable(view.text("name"), key, offered, profile(view), meter);
        view.find("default_entry").ifPresent(it -> table.setInitialDefault(call(it)));
        int last = entries.stream().mapToInt(TableReader::place).max().orElse(0);
        for (JsonView entry : entries) {
            put(table, entry, last);
        }
        return table;
    }

    private List<Action> byIds(JsonView view) {
        return view.at("action_ids").items().stream().map(this::action).toList();
    }

    /** Older compilers give names only. */
    private List<Action> byNames(JsonView view) {
        List<Action> offered = new ArrayList<>();
        for (JsonView name : view.at("actions").items()) {
            offered.add(
                    actions.values().stream()
                            .filter(it -> it.name().equals(name.text()))
                            .findFirst()
                            .orElseThrow(
                                    () ->
                                            name.refused(
                                                    "there is no action '" + name.text() + "'")));
        }
        return offered;
    }

    private ActionProfile profile(JsonView view) {
        String type = view.text("type");
        return switch (type) {
            case "simple" -> null;
            case "indirect", "indirect_ws" -> {
                ActionProfile found =
                        Resources.named(profiles, view.at("action_profile"), "action profile");
                if (type.equals("indirect_ws") && found.selector().isEmpty()) {
                    throw view.at("action_profile")
                            .refused("action profile '%s' has no selector".formatted(found.name()));
                }
                yield found;
            }
            default -> throw view.at("type").wrong("simple, indirect, or indirect_ws");
        };
    }

    private KeyField keyField(JsonView view, int at) {
        JsonView target = view.at("target");
        MatchKind kind = kind(view.at("match_type"));
        if (kind == MatchKind.VALID) {
            HeaderLayout header = names.header(target);
            FieldLayout valid = header.field(HeaderLayout.VALID).orElseThrow();
            return new KeyField(view.text("name", header.name()), kind, valid, null, null, at);
        }
        FieldLayout field = names.field(target);
        if (field.isVariable()) {
            throw target.refused("a field of variable length cannot be part of a key");
        }
        HeaderLayout header = names.layout().headers().get(field.header());
        boolean always = header.metadata() || field.name().equals(HeaderLayout.VALID);
        long[] mask =
                view.find("mask").map(it -> Bits.wordsOf(it.hex(), field.widthBits())).orElse(null);
        return new KeyField(
                view.text("name", header.name() + "." + field.name()),
                kind,
                field,
                always ? null : header,
                mask,
                at);
    }

    private static MatchKind kind(JsonView view) {
        return switch (view.text()) {
            case "exact" -> MatchKind.EXACT;
            case "lpm" -> MatchKind.LPM;
            case "ternary" -> MatchKind.TERNARY;
            case "range" -> MatchKind.RANGE;
            case "optional" -> MatchKind.OPTIONAL;
            case "valid" -> MatchKind.VALID;
            default -> throw view.wrong("exact, lpm, ternary, range, optional, or valid");
        };
    }

    private Action action(JsonView id) {
        Action found = actions.get(id.number());
        if (found == null) {
            throw id.refused("there is no action with id " + id.number());
        }
        return found;
    }

    private ActionCall call(JsonView view) {
        Action action = action(view.at("action_id"));
        List<BigInteger> values = new ArrayList<>();
        for (JsonView value : view.itemsOf("action_data")) {
            values.add(value.hex());
        }
        if (values.size() != action.parameters().size()) {
            throw view.at("action_data")
                    .wrong(
                            "%d arguments of %s"
                                    .formatted(action.parameters().size(), action.name()));
        }
        return action.call(values);
    }

    /** Where it stands among the entries: here the smaller number wins. */
    private static int place(JsonView entry) {
        return entry.find("priority").map(JsonView::number).orElse(0);
    }

    private void put(MatchTable table, JsonView view, int last) {
        List<JsonView> parts = view.at("match_key").items();
        if (parts.size() != table.key().size()) {
            throw view.at("match_key").wrong("an array of " + table.key().size());
        }
        List<EntryKey.Part> match = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            match.add(part(parts.get(i), table.key().get(i)));
        }
        try {
            table.putInitial(match, last + 1 - place(view), call(view.at("action_entry")));
        } catch (IllegalArgumentException e) {
            throw view.refused(e.getMessage());
        }
    }

    private static EntryKey.Part part(JsonView view, KeyField field) {
        return switch (field.kind()) {
            case EXACT -> EntryKey.Part.exact(view.at("key").hex());
            case VALID ->
                    EntryKey.Part.exact(view.at("key").flag() ? BigInteger.ONE : BigInteger.ZERO);
            case LPM ->
                    EntryKey.Part.prefix(
                            view.at("key").hex(),
                            view.at("prefix_length").number(0, field.widthBits()),
                            field.widthBits());
            case TERNARY, OPTIONAL ->
                    new EntryKey.Part(
                            view.at("key").hex(),
                            view.find("mask").map(JsonView::hex).orElse(BigInteger.ONE.negate()));
            case RANGE -> new EntryKey.Part(view.at("start").hex(), view.at("end").hex());
        };
    }
}
