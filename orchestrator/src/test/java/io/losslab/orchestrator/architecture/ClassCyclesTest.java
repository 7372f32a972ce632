package io.losslab.orchestrator.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Classes that know each other in a circle are few: those of a strongly connected component must be
 * understood together. A nested class counts with its outer one.
 */
@AnalyzeClasses(
        packages = "io.losslab",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.Written.class})
class ClassCyclesTest {
    private static final int MOST_CLASSES = 3;

    private final Map<String, TreeSet<String>> uses = new TreeMap<>();

    /*
     * Tarjan, SIAM Journal on Computing 1972: by class, when it was found, and the earliest found
     * class of its path that it leads back to.
     */
    private final Map<String, Integer> found = new HashMap<>();
    private final Map<String, Integer> earliest = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final List<TreeSet<String>> components = new ArrayList<>();

    @ArchTest
    void noMoreThanThreeClassesFormACycle(JavaClasses all) {
        all.stream().filter(ClassCyclesTest::isWritten).forEach(this::addUses);
        uses.keySet().forEach(this::visit);
        assertEquals(
                List.of(), components.stream().filter(each -> each.size() > MOST_CLASSES).toList());
    }

    private void addUses(JavaClass type) {
        TreeSet<String> used = uses.computeIfAbsent(outermost(type), any -> new TreeSet<>());
        type.getDirectDependenciesFromSelf().stream()
                .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                .filter(ClassCyclesTest::isWritten)
                .forEach(target -> used.add(outermost(target)));
    }

    private void visit(String type) {
        if (found.containsKey(type)) {
            return;
        }
        found.put(type, found.size());
        earliest.put(type, found.get(type));
        path.push(type);
        for (String next : uses.getOrDefault(type, new TreeSet<>())) {
            visit(next);
            if (path.contains(next)) {
                earliest.merge(type, earliest.get(next), Math::min);
            }
        }
        if (earliest.get(type).equals(found.get(type))) {
            TreeSet<String> component = new TreeSet<>();
            do {
                component.add(path.pop());
            } while (!component.contains(type));
            components.add(component);
        }
    }

    private static boolean isWritten(JavaClass type) {
        return type.getPackageName().startsWith("io.losslab.");
    }

    private static String outermost(JavaClass type) {
        return type.getEnclosingClass().map(ClassCyclesTest::outermost).orElse(type.getName());
    }
}
