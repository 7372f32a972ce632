package io.losslab.orchestrator.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A scheme is one package and one line of the registry: nothing else in the main sources knows it
 * (docs/add-a-scheme.md).
 */
@AnalyzeClasses(
        packages = "io.losslab",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.Written.class})
class AddASchemeTest {
    private static final String SCHEMES = "io.losslab.flowcontrol";

    /** What makes the entries of the P4 programs of schemes. */
    private static final List<String> P4_PROGRAMS =
            List.of("io.losslab.devices.tofino2..", "io.losslab.devices.software.program..");

    /** Devices whose chips have some schemes themselves, and which translate those to the chip. */
    private static final List<String> HARDWARE =
            List.of("io.losslab.devices.sonic..", "io.losslab.devices.nic..");

    /** The schemes that such chips have. */
    private static final Set<String> IN_HARDWARE = Set.of(SCHEMES + ".pfc", SCHEMES + ".strict");

    private static final Path ROOT = Path.of("..");

    /**
     * Papers bear the names of their schemes, figures have colours and spellings for those they
     * know, and the bench says where a scheme is at work; all of them take others as they come. A
     * P4 program is a scheme's own, and so are its place in a testbed file and what a chip is told
     * for it. The tools of NICs have a command {@code pfc}.
     */
    private static final List<String> MAY_NAME_THEM =
            List.of(
                    "Paper",
                    "/papers/",
                    "/figure/drawing/ParameterText",
                    "/benchmarks/",
                    "BundledProgram",
                    ".schema.json",
                    "/devices/tofino2/",
                    "/devices/software/program/",
                    "/devices/nic/");

    @ArchTest
    void onlyTheRegistryAndOtherSchemesUseThePackageOfAScheme(JavaClasses all) {
        for (String scheme : packages()) {
            List<String> users = new ArrayList<>(List.of(SCHEMES + ".."));
            users.addAll(P4_PROGRAMS);
            users.addAll(IN_HARDWARE.contains(scheme) ? HARDWARE : List.of());
            noClasses()
                    .that()
                    .resideOutsideOfPackages(users.toArray(String[]::new))
                    .or()
                    .resideInAnyPackage(SCHEMES, SCHEMES + ".setting", SCHEMES + ".hardware")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(scheme)
                    .check(all);
        }
    }

    @ArchTest
    void noSourceAndNoSchemaNamesAScheme(JavaClasses all) throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> files = sources();
        assertTrue(files.size() > 100, "found only " + files.size() + " sources");
        for (Path file : files) {
            String text = Files.readString(file);
            for (SchemeType type : SchemeTypes.all()) {
                boolean own = file.toString().contains(folder(type));
                if (!own && text.contains('"' + type.name() + '"')) {
                    found.add(file + " names " + type.name());
                }
            }
        }
        assertEquals(List.of(), found);
    }

    /** Keys of two words or more are terms of their scheme; shorter ones may mean other things. */
    @ArchTest
    void aKeyOfASchemeStandsOnlyInItsPackage(JavaClasses all) throws IOException {
        Set<String> keys = new TreeSet<>();
        for (SchemeType type : SchemeTypes.all()) {
            type.settings().stream()
                    .map(Setting::key)
                    .filter(key -> !key.equals(key.toLowerCase(Locale.ROOT)))
                    .forEach(keys::add);
        }
        assertTrue(keys.contains("resumeOffset") && keys.contains("queueBuffer"), keys.toString());
        List<String> found = new ArrayList<>();
        for (Path file : sources()) {
            String text = Files.readString(file);
            if (!file.toString().contains(SCHEMES.replace('.', '/'))) {
                keys.stream()
                        .filter(key -> text.contains('"' + key + '"'))
                        .forEach(key -> found.add(file + " has the key " + key));
            }
        }
        assertEquals(List.of(), found);
    }

    private static Set<String> packages() {
        Set<String> packages = new TreeSet<>();
        SchemeTypes.all().forEach(type -> packages.add(type.getClass().getPackageName()));
        return packages;
    }

    private static String folder(SchemeType type) {
        return type.getClass().getPackageName().replace('.', '/') + "/";
    }

    /** Main sources and schemas of all modules. */
    private static List<Path> sources() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path main : modules.map(module -> module.resolve("src/main")).toList()) {
                if (Files.isDirectory(main)) {
                    try (Stream<Path> tree = Files.walk(main)) {
                        tree.filter(AddASchemeTest::isRead).forEach(files::add);
                    }
                }
            }
        }
        return files;
    }

    private static boolean isRead(Path file) {
        String name = file.toString();
        boolean written =
                name.endsWith(".java") || name.endsWith(".schema.json") || name.endsWith(".proto");
        return written && MAY_NAME_THEM.stream().noneMatch(name::contains);
    }
}
