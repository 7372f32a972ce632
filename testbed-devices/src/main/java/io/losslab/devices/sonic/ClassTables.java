package io.losslab.devices.sonic;

import io.losslab.api.frame.ClassMap;
import io.losslab.devices.sonic.configdb.ConfigRows;
import io.losslab.devices.sonic.configdb.ConfigTable;
import io.losslab.flowcontrol.setting.PriorityMask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The class map as SONiC's QoS maps, all of one name, and as fields that bind them to a port. A
 * class is SONiC's traffic class (TC) of its number; its pauses carry its PCP.
 */
final class ClassTables {
    /** Name of the maps. */
    static final String NAME = "losslab";

    private final ClassMap classes;
    private final int lossless;

    /**
     * The tables of a switch.
     *
     * @param lossless bit i: class i runs PFC at some port
     */
    ClassTables(ClassMap classes, int lossless) {
        this.classes = classes;
        this.lossless = lossless;
    }

    List<ConfigRows> maps() {
        Map<String, String> groups = new TreeMap<>();
        Map<String, String> queues = new TreeMap<>();
        Map<String, String> pausedQueues = new TreeMap<>();
        Map<String, String> pausingGroups = new TreeMap<>();
        for (int each = 0; each < ClassMap.CLASSES; each++) {
            ClassMap.Entry entry = classes.of(each);
            groups.put("" + each, "" + group(each));
            queues.put("" + each, "" + entry.queue());
            pausedQueues.put("" + entry.pcp(), "" + entry.queue());
            pausingGroups.put("" + entry.pcp(), "" + group(each));
        }
        List<ConfigRows> rows = new ArrayList<>();
        rows.add(ConfigRows.exact(ConfigTable.DSCP_TO_TC_MAP, NAME, codePoints()));
        rows.add(ConfigRows.exact(ConfigTable.TC_TO_PRIORITY_GROUP_MAP, NAME, groups));
        rows.add(ConfigRows.exact(ConfigTable.TC_TO_QUEUE_MAP, NAME, queues));
        rows.add(ConfigRows.exact(ConfigTable.PFC_PRIORITY_TO_QUEUE, NAME, pausedQueues));
        if (hasGroupsOfItsOwn()) {
            rows.add(
                    ConfigRows.exact(
                            ConfigTable.PFC_PRIORITY_TO_PRIORITY_GROUP, NAME, pausingGroups));
        }
        return rows;
    }

    /**
     * The priority group of a class. Classes without PFC share one, as on SONiC as it comes, where
     * groups 1, 2, 5, 6 and 7 have no buffer; the testbed file may give a class another one than
     * its own number. Source: qos_config.j2 and buffers_config.j2 of sonic-buildimage.
     */
    int group(int each) {
        int own = classes.of(each).priorityGroup();
        return own != each || isLossless(each) ? own : lossyGroup();
    }

    /** Groups that packets of some class enter. */
    Set<Integer> groups() {
        return IntStream.range(0, ClassMap.CLASSES)
                .map(this::group)
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The first that no class with PFC has. */
    private int lossyGroup() {
        return IntStream.range(0, ClassMap.CLASSES)
                .filter(
                        group ->
                                PriorityMask.list(lossless).stream()
                                        .noneMatch(
                                                each -> classes.of(each).priorityGroup() == group))
                .findFirst()
                .orElseThrow();
    }

    private boolean isLossless(int each) {
        return (lossless >> each & 1) != 0;
    }

    /** Fields of a port's row in PORT_QOS_MAP. */
    Map<String, String> binding() {
        Map<String, String> fields = new TreeMap<>();
        fields.put("dscp_to_tc_map", NAME);
        fields.put("tc_to_pg_map", NAME);
        fields.put("tc_to_queue_map", NAME);
        fields.put("pfc_to_queue_map", NAME);
        if (hasGroupsOfItsOwn()) {
            fields.put("pfc_to_pg_map", NAME);
        }
        return fields;
    }

    /** Some platforms lack the map, which says nothing where group and priority are equal. */
    private boolean hasGroupsOfItsOwn() {
        return PriorityMask.list(lossless).stream()
                .map(classes::of)
                .anyMatch(entry -> entry.pcp() != entry.priorityGroup());
    }

    /** Code points of no class are the first class's that may drop. */
    private Map<String, String> codePoints() {
        int rest = Integer.numberOfTrailingZeros(~lossless) % ClassMap.CLASSES;
        Map<String, String> fields = new TreeMap<>();
        for (int codePoint = 0; codePoint <= ClassMap.HIGHEST_DSCP; codePoint++) {
            fields.put("" + codePoint, "" + rest);
        }
        for (int each = 0; each < ClassMap.CLASSES; each++) {
            fields.put("" + classes.of(each).dscp(), "" + each);
        }
        return fields;
    }
}
