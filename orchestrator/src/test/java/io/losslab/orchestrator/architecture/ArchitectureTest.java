package io.losslab.orchestrator.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Which module may use which, and what the parts without a clock must not touch. */
@AnalyzeClasses(
        packages = "io.losslab",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.Written.class})
class ArchitectureTest {
    /**
     * Leaves out fixtures that one module's tests lend to another's, and messages that protoc
     * generated: they are most of all classes, and use each other only.
     */
    static final class Written implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar") && !location.contains("/io/losslab/proto/");
        }
    }

    private static final String[] CONTRACTS = {"api", "proto"};

    /** First package below {@code io.losslab}, and those of others that it may use. */
    private static final Map<String, Set<String>> MAY_USE =
            new TreeMap<>(
                    Map.ofEntries(
                            module("api", "proto"),
                            module("metrics", CONTRACTS),
                            module("flowcontrol", CONTRACTS),
                            module("traffic", CONTRACTS),
                            module("roce", and(CONTRACTS, "flowcontrol")),
                            module("p4"),
                            module("softswitch", and(CONTRACTS, "flowcontrol", "roce", "p4")),
                            module(
                                    "services",
                                    and(CONTRACTS, "flowcontrol", "roce", "p4", "softswitch")),
                            module(
                                    "agent",
                                    and(CONTRACTS, "metrics", "flowcontrol", "roce", "traffic")),
                            module("driver", and(CONTRACTS, "p4")),
                            module("collectors", CONTRACTS),
                            module("analysis", CONTRACTS),
                            module(
                                    "configs",
                                    and(
                                            CONTRACTS,
                                            "flowcontrol",
                                            "roce",
                                            "traffic",
                                            "analysis",
                                            "driver")),
                            module(
                                    "devices",
                                    and(
                                            CONTRACTS,
                                            "flowcontrol",
                                            "roce",
                                            "traffic",
                                            "driver",
                                            "configs")),
                            module(
                                    "labs",
                                    and(
                                            CONTRACTS,
                                            "metrics",
                                            "flowcontrol",
                                            "traffic",
                                            "softswitch",
                                            "services",
                                            "driver",
                                            "collectors",
                                            "analysis",
                                            "configs",
                                            "devices")),
                            module(
                                    "benchmarks",
                                    and(
                                            CONTRACTS,
                                            "flowcontrol",
                                            "roce",
                                            "traffic",
                                            "p4",
                                            "softswitch",
                                            "services",
                                            "agent")),
                            module(
                                    "orchestrator",
                                    and(
                                            CONTRACTS,
                                            "metrics",
                                            "flowcontrol",
                                            "traffic",
                                            "agent",
                                            "driver",
                                            "collectors",
                                            "analysis",
                                            "configs",
                                            "devices",
                                            "labs",
                                            "benchmarks"))));

    @ArchTest
    void everyModuleIsInTheTable(JavaClasses all) {
        Set<String> found = new TreeSet<>();
        all.forEach(type -> found.add(moduleOf(type)));
        assertEquals(MAY_USE.keySet(), found);
    }

    @ArchTest
    void modulesUseOnlyWhatTheTableAllows(JavaClasses all) {
        MAY_USE.forEach(
                (module, others) -> {
                    String[] allowed =
                            Stream.concat(Stream.of(module), others.stream())
                                    .map(ArchitectureTest::below)
                                    .toArray(String[]::new);
                    DescribedPredicate<JavaClass> forbidden =
                            resideInAPackage("io.losslab..")
                                    .and(DescribedPredicate.not(resideInAnyPackage(allowed)));
                    noClasses()
                            .that()
                            .resideInAPackage(below(module))
                            .should()
                            .dependOnClassesThat(forbidden)
                            .as(module + " uses only " + Arrays.toString(allowed))
                            .check(all);
                });
    }

    @ArchTest
    void packagesFormNoCycle(JavaClasses all) {
        slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().check(all);
    }

    @ArchTest
    static final ArchRule devicesAreReachedOverTheirServicesOnly =
            noClasses()
                    .that()
                    .resideInAPackage("io.losslab.labs..")
                    .and()
                    .resideOutsideOfPackage("io.losslab.labs.backend..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.losslab.softswitch.fabric..",
                            "io.losslab.softswitch.live..",
                            "io.losslab.softswitch.netns..",
                            "io.losslab.softswitch.pcap..",
                            "io.losslab.services..");

    @ArchTest
    static final ArchRule schemesAndFabricTakeTimeFromTheEngine =
            clockless()
                    .should()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAPackage("java.time..");

    @ArchTest
    static final ArchRule schemesAndFabricKnowNoThreads =
            clockless()
                    .and()
                    .resideOutsideOfPackage("io.losslab.softswitch.fabric.parallel..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("java.util.concurrent..")
                    .orShould()
                    .dependOnClassesThat()
                    .areAssignableTo(Thread.class);

    @ArchTest
    static final ArchRule schemesAndFabricHaveNoRandomnessOfTheirOwn =
            clockless()
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("java.util.random..")
                    .orShould()
                    .dependOnClassesThat()
                    .areAssignableTo(java.util.Random.class)
                    .orShould()
                    .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule schemesAndFabricKnowNoSockets =
            clockless()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "java.net..",
                            "java.nio.channels..",
                            "io.grpc..",
                            "com.google.protobuf..",
                            "io.losslab.proto..");

    @ArchTest
    static final ArchRule fabricKnowsNoService =
            classes()
                    .that()
                    .resideInAPackage("io.losslab.softswitch.fabric..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "io.losslab.softswitch.fabric..",
                            "io.losslab.flowcontrol..",
                            "io.losslab.roce..",
                            "io.losslab.p4..",
                            "io.losslab.api..",
                            "com.carrotsearch.hppc..",
                            "java..");

    private static GivenClassesConjunction clockless() {
        return noClasses()
                .that()
                .resideInAnyPackage(
                        "io.losslab.flowcontrol..",
                        "io.losslab.roce..",
                        "io.losslab.p4..",
                        "io.losslab.softswitch.fabric..")
                .and()
                .resideOutsideOfPackage("io.losslab.roce.service..");
    }

    private static Map.Entry<String, Set<String>> module(String name, String... others) {
        return Map.entry(name, new TreeSet<>(Set.of(others)));
    }

    private static String[] and(String[] some, String... more) {
        return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
    }

    private static String below(String module) {
        return "io.losslab." + module + "..";
    }

    private static String moduleOf(JavaClass type) {
        return type.getPackageName().split("\\.", -1)[2];
    }

    /** Every package of ours by itself. */
    private static final class ByPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            return name.startsWith("io.losslab.")
                    ? SliceIdentifier.of(name)
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
