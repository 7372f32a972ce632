package io.losslab.p4.extern;

import io.losslab.p4.json.JsonView;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.Names;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The registers, counters, meters and calculations of a program, by name.
 *
 * @param directMeters those of tables' entries
 */
public record Resources(
        Map<String, RegisterArray> registers,
        Map<String, CounterArray> counters,
        Map<String, MeterArray> meters,
        Map<String, DirectMeter> directMeters,
        Map<String, Calculation> calculations) {
    private static final int MOST_CELLS = 1 << 24;
    private static final int WIDEST_CELL_BITS = 1 << 11;

    /**
     * A meter that each entry of a table has.
     *
     * @param countsBytes or packets
     * @param result gets the colour
     */
    public record DirectMeter(String name, boolean countsBytes, FieldLayout result) {}

    /** Reads them; all cells are zero. */
    public static Resources read(JsonView root, Names names) {
        Resources read =
                new Resources(
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>());
        for (JsonView view : root.itemsOf("register_arrays")) {
            put(read.registers, view, Resources::register);
        }
        for (JsonView view : root.itemsOf("counter_arrays")) {
            if (!view.flag("is_direct", false)) {
                put(read.counters, view, it -> new CounterArray(it.text("name"), size(it)));
            }
        }
        for (JsonView view : root.itemsOf("meter_arrays")) {
            boolean bytes = countsBytes(view);
            if (view.flag("is_direct", false)) {
                Optional<JsonView> target = view.find("result_target");
                FieldLayout result = target.map(names::field).orElse(null);
                put(read.directMeters, view, it -> new DirectMeter(it.text("name"), bytes, result));
            } else {
                put(read.meters, view, it -> new MeterArray(it.text("name"), size(it), bytes));
            }
        }
        for (JsonView view : root.itemsOf("calculations")) {
            put(read.calculations, view, it -> Calculation.read(it, names));
        }
        return read;
    }

    /** One of them by its name. */
    public static <T> T named(Map<String, T> among, JsonView name, String kind) {
        T found = among.get(name.text());
        if (found == null) {
            throw name.refused("there is no " + kind + " '" + name.text() + "'");
        }
        return found;
    }

    private static RegisterArray register(JsonView view) {
        int width = view.at("bitwidth").number(1, WIDEST_CELL_BITS);
        return new RegisterArray(view.text("name"), size(view), width);
    }

    private static int size(JsonView view) {
        return view.at("size").number(0, MOST_CELLS);
    }

    private static boolean countsBytes(JsonView view) {
        return switch (view.text("type")) {
            case "bytes" -> true;
            case "packets" -> false;
            default -> throw view.at("type").wrong("bytes or packets");
        };
    }

    private static <T> void put(Map<String, T> among, JsonView view, Function<JsonView, T> reader) {
        if (among.put(view.text("name"), reader.apply(view)) != null) {
            throw view.at("name").refused("duplicate name '" + view.text("name") + "'");
        }
    }
}
