package io.losslab.orchestrator.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.session.Console;
import io.losslab.proto.p4.config.v1.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command with compilers that are scripts: they take the real one's arguments, and no others.
 */
class P4BuildTest {
    /** Takes what bf-p4c takes; preprocesses the source, so that every include must be there. */
    private static final String DRIVER =
            """
#!/bin/sh
target= arch= std= out= schema= info= forced= source=
while [ $# -gt 0 ]; do
  case $1 in
    --target) target=$2; shift 2 ;;
    --arch) arch=$2; shift 2 ;;
    --std) std=$2; shift 2 ;;
    -o) out=$2; shift 2 ;;
    --bf-rt-schema) schema=$2; shift 2 ;;
    --p4runtime-files) info=$2; shift 2 ;;
    --p4runtime-force-std-externs) forced=1; shift ;;
    -Xp4c=--no-clot) echo --no-clot >"$out/clots"; shift ;;
    -D*) echo "$1" >>"$out/defined"; shift ;;
    -*) echo "error: unrecognized argument $1"; exit 2 ;;
    *) source=$1; shift ;;
  esac
done
[ "$target $arch $std $forced" = "tofino2 t2na p4-16 1" ] || { echo "error: $target"; exit 2; }
[ -d "$out" ] || exit 2
find "$out" -name '*.log' -delete
sed '/include </d' "$source" >"$source.own.p4"
cc -E -x assembler-with-cpp "$source.own.p4" >"$out/preprocessed" || exit 1
%s
name=$(basename "$source" .p4)
mkdir -p "$out/pipe"
cp "$(dirname "$0")/context.json" "$out/pipe/context.json"
echo binary >"$out/pipe/tofino2.bin"
echo '{}' >"$schema"
echo '{}' >"$out/$name.conf"
: >"$info"
""";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir private Path folder;

    @Test
    void aBundledProgramReachesTheCompilerAndLeavesTheFolderThatIsPushed() throws IOException {
        Path output = folder.resolve("deep/portfc.tofino2");

        assertEquals(0, build("portfc", "--compiler", driver(":"), "--out", output), err());

        for (String file :
                List.of("portfc.conf", "bf-rt.json", "pipe/context.json", "pipe/tofino2.bin")) {
            assertTrue(Files.exists(output.resolve(file)), file);
        }
        String preprocessed = Files.readString(output.resolve("preprocessed"));
        assertTrue(preprocessed.contains("header portfc_t"), "common/headers.p4");
        assertTrue(preprocessed.contains("table routes"), "routes.p4");
        assertTrue(Files.exists(output.resolve("clots")), "the public assembler takes no clots");
        assertTrue(out().contains("wrote " + output), out());
    }

    @Test
    void printsStagesMemoryAndTables() throws IOException {
        assertEquals(0, build("portfc", "--compiler", driver(":"), "--out", folder.resolve("o")));

        assertTrue(
                out().contains(
                                """
                                  stages          ingress 4, ghost 3, egress 1  of 20
                                  SRAM blocks     6                             of 1600
                                  TCAM blocks     2                             of 480
                                  PHV containers  3                             of 280
                                  PHV bits        47                            of 5120

                                  table           kind      thread   stages  size  SRAM  TCAM
                                  ingress.routes  match     ingress  1 3     2048     3     2
                                  ihfq0_depths    stateful  ghost    2        256     3     0
                                """),
                out());
    }

    @Test
    void printsJson() throws IOException {
        assertEquals(
                0,
                build(
                        "portfc",
                        "--compiler",
                        driver("echo 'x.p4(3): [--Wwarn=unused] warning: y'"),
                        "--out",
                        folder.resolve("o"),
                        "--format",
                        "json"));

        JsonNode report = new ObjectMapper().readTree(out());
        assertEquals("tofino2", report.at("/target").asText());
        assertEquals(1, report.at("/warnings").asInt());
        assertEquals(4, report.at("/outcome/stages/ingress").asInt());
        assertEquals("ingress.routes", report.at("/outcome/tables/0/name").asText());
    }

    @Test
    void argumentsAfterTwoDashesAreTheCompilers() throws IOException {
        Path output = folder.resolve("o");
        assertEquals(
                0, build("portfc", "--compiler", driver(":"), "--out", output, "--", "-DROWS=64"));
        assertEquals("-DROWS=64\n", Files.readString(output.resolve("defined")));
    }

    @Test
    void errorsAreShownWithTheSourceAndKeptWhole() throws IOException {
        Path own = Files.writeString(folder.resolve("mine.p4"), "control c() {}\n");
        String refusing =
                """
                echo 'note: table placement'
                echo 'mine.p4(7): [--Wwarn=unused] warning: w is unused'
                echo 'w = 1;'
                echo '^'
                echo 'mine.p4(12): [--Werror=not-found] error: nowhere: declaration not found'
                echo 'nowhere.apply();'
                echo '^^^^^^^'
                echo 'out/pipe/mine.bfa:123: error: pktgen digest limited to 16 bytes'
                exit 1
                """;

        assertEquals(1, build(own, "--compiler", driver(refusing), "--out", folder.resolve("o")));

        assertEquals(
                """
                losslab: mine does not compile for tofino2:
                mine.p4(12): [--Werror=not-found] error: nowhere: declaration not found
                nowhere.apply();
                ^^^^^^^
                out/pipe/mine.bfa:123: error: pktgen digest limited to 16 bytes
                  the compiler's whole output is in %s
                """
                        .formatted(folder.resolve("o/compiler.output")),
                err());
        assertTrue(Files.readString(folder.resolve("o/compiler.output")).contains("w is unused"));
    }

    /** By the real compiler, where it is installed. */
    @Test
    void errorsOfTheRealCompilerAreFound() throws IOException {
        assumeRealCompiler(CompileTarget.V1MODEL);
        Path unknown = folder.resolve("unknown.p4");
        Files.writeString(
                unknown,
                "#include <core.p4>\n"
                        + "#include <v1model.p4>\n"
                        + "control c() { apply { nowhere.apply(); } }\n");
        Path broken = Files.writeString(folder.resolve("broken.p4"), "bit<8> x = 3\n");

        assertEquals(1, build(unknown, "--target", "v1model", "--out", folder.resolve("u")));
        assertTrue(
                err().contains(
                                unknown
                                        + "(3): [--Werror=not-found] error: nowhere: declaration"
                                        + " not found\n"
                                        + "control c() { apply { nowhere.apply(); } }\n"),
                err());
        err.reset();
        assertEquals(1, build(broken, "--target", "v1model", "--out", folder.resolve("b")));
        assertTrue(err().contains(broken + "(1):syntax error"), err());
        assertFalse(err().contains("aborting compilation"), err());
    }

    @Test
    void theRealCompilerTakesEveryProgramForV1Model() throws IOException {
        assumeRealCompiler(CompileTarget.V1MODEL);
        for (BundledProgram program : BundledProgram.values()) {
            if (program.architecture().equals("v1model")) {
                out.reset();
                Path output = folder.resolve(program.programName());
                assertEquals(
                        0,
                        build(program.programName(), "--target", "v1model", "--out", output),
                        err());
                assertTrue(Files.exists(output.resolve(program.programName() + ".json")), out());
                for (Table table : program.p4Info().getTablesList()) {
                    assertTrue(out().contains(table.getPreamble().getName()), out());
                }
            }
        }
    }

    /** Against the reports that the compiler writes for people, which losslab does not read. */
    @Test
    void theReportIsThatOfTheRealCompiler() throws IOException {
        assumeRealCompiler(CompileTarget.TOFINO2);
        Path output = folder.resolve("o");

        assertEquals(
                0,
                build("pfc_forward", "--out", output, "--format", "json", "--", "--verbose", "2"),
                err());

        JsonNode report = new ObjectMapper().readTree(out()).path("outcome");
        Path logs = output.resolve("pipe/logs");
        JsonNode resources = new ObjectMapper().readTree(logs.resolve("resources.json").toFile());
        int srams = 0;
        int tcams = 0;
        for (JsonNode stage : resources.at("/resources/mau/mau_stages")) {
            srams += stage.at("/rams/srams").size();
            tcams += stage.at("/tcams/tcams").size();
        }
        assertEquals(srams, report.path("sramBlocks").asInt());
        assertEquals(tcams, report.path("tcamBlocks").asInt());
        int containers = 0;
        int bits = 0;
        for (JsonNode container :
                new ObjectMapper().readTree(logs.resolve("phv.json").toFile()).path("containers")) {
            BitSet occupied = new BitSet();
            for (JsonNode slice : container.path("slices")) {
                occupied.set(
                        slice.at("/slice_info/lsb").asInt(),
                        slice.at("/slice_info/msb").asInt() + 1);
            }
            containers += occupied.isEmpty() ? 0 : 1;
            bits += occupied.cardinality();
        }
        assertEquals(containers, report.path("phvContainers").asInt());
        assertEquals(bits, report.path("phvBits").asInt());
        String placement = Files.readString(logs.resolve("table_summary.log"));
        report.path("stages")
                .fields()
                .forEachRemaining(
                        thread ->
                                assertTrue(
                                        placement.contains(
                                                "stages for %s table allocation: %d\n"
                                                        .formatted(
                                                                thread.getKey(),
                                                                thread.getValue().asInt())),
                                        placement));
    }

    private static void assumeRealCompiler(CompileTarget target) {
        try {
            CompilerSearch.in(System.getenv()).find(target);
        } catch (CommandFailure e) {
            assumeTrue(false, e.getMessage());
        }
    }

    @Test
    void aCompilerThatDiesSilentlyIsShownByItsLastLines() throws IOException {
        String dying = "echo one; echo 'failed command assembler'; exit 139";
        assertEquals(1, build("ofc", "--compiler", driver(dying), "--out", folder.resolve("o")));
        assertTrue(err().contains("one\nfailed command assembler\n"), err());
    }

    @Test
    void aSecondBuildReplacesTheFirstAndNothingElseIsOverwritten() throws IOException {
        Path output = folder.resolve("o");
        assertEquals(0, build("ofc", "--compiler", driver(":"), "--out", output));
        assertEquals(0, build("ofc", "--compiler", driver(":"), "--out", output));

        // A build that failed leaves its folder to the next.
        Path left = Files.createDirectory(folder.resolve("left"));
        assertEquals(1, build("ofc", "--compiler", driver("exit 1"), "--out", left));
        assertEquals(0, build("ofc", "--compiler", driver(":"), "--out", left), err());

        Path mine = Files.createDirectory(folder.resolve("mine"));
        Files.writeString(mine.resolve("thesis.txt"), "all of it");
        assertEquals(2, build("ofc", "--compiler", driver(":"), "--out", mine));
        assertTrue(err().contains("is not the output of an earlier"), err());
        try (Stream<Path> files = Files.list(mine)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void aMissingCompilerIsOneErrorThatSaysWhereToGetIt() {
        CompilerSearch nowhere = new CompilerSearch(List.of(folder));
        CommandFailure tofino =
                assertThrows(CommandFailure.class, () -> nowhere.find(CompileTarget.TOFINO2));
        assertEquals(2, tofino.exitCode());
        assertTrue(
                tofino.getMessage().contains("needs the compiler bf-p4c or p4c"),
                tofino::getMessage);
        assertTrue(tofino.advice().contains("--compiler FILE"), tofino::advice);
        CommandFailure v1model =
                assertThrows(CommandFailure.class, () -> nowhere.find(CompileTarget.V1MODEL));
        assertTrue(v1model.getMessage().contains("p4c-bm2-ss"), v1model::getMessage);
        assertTrue(v1model.advice().contains("github.com/p4lang/p4c"), v1model::advice);

        assertEquals(2, build("ofc", "--compiler", folder.resolve("none")));
        assertTrue(err().contains("is not a program"), err());
        assertFalse(err().contains("\tat "), err());
    }

    @Test
    void theSdesCompilerComesFirst() throws IOException {
        Path sde = Files.createDirectories(folder.resolve("install/bin"));
        Path path = Files.createDirectory(folder.resolve("path"));
        executable(path.resolve("bf-p4c"), "#!/bin/sh\n");
        Path wanted = executable(sde.resolve("bf-p4c"), "#!/bin/sh\n");
        Map<String, String> environment =
                Map.of(
                        "SDE_INSTALL",
                        folder.resolve("install").toString(),
                        "PATH",
                        folder.resolve("nowhere") + ":" + path);

        assertEquals(wanted, CompilerSearch.in(environment).find(CompileTarget.TOFINO2));
    }

    @Test
    void unknownProgramsAreUsageErrors() {
        assertEquals(2, build("portfx"));
        assertTrue(err().contains("there are pfc_forward, portfc, ofc, pyrrha"), err());
        err.reset();
        assertEquals(2, build(folder.resolve("none.p4")));
        assertTrue(err().contains("there is no file"), err());
    }

    private String driver(String before) throws IOException {
        Files.writeString(folder.resolve("context.json"), CONTEXT);
        return executable(folder.resolve("bf-p4c"), DRIVER.formatted(before)).toString();
    }

    private static Path executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private int build(Object... arguments) {
        String[] words =
                Stream.concat(Stream.of("p4", "build"), Stream.of(arguments))
                        .map(Object::toString)
                        .toArray(String[]::new);
        Console console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false);
        return LosslabCommand.commandLine(console, () -> null).execute(words);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** In the form of the assembler's: allocations at every place where it writes them. */
    private static final String CONTEXT =
            """
{"tables": [
  {"name": "ingress.routes", "direction": "ingress", "table_type": "match", "size": 2048,
   "match_attributes": {"match_type": "ternary", "stage_tables": [
     {"stage_number": 1, "size": 1024,
      "memory_resource_allocation": {"memory_type": "tcam", "spare_bank_memory_unit": 5,
        "memory_units_and_vpns": [{"memory_units": [4, 5], "vpns": [0]}]},
      "ternary_indirection_stage_table": {"stage_number": 1,
        "memory_resource_allocation": {"memory_type": "sram",
          "memory_units_and_vpns": [{"memory_units": [30], "vpns": [0]}]}}},
     {"stage_number": 3, "size": 1024, "memory_resource_allocation": null,
      "ways": [
        {"stage_number": 3, "memory_resource_allocation": {"memory_type": "sram",
          "memory_units_and_vpns": [{"memory_units": [31], "vpns": [0]}]}},
        {"stage_number": 3, "memory_resource_allocation": {"memory_type": "sram",
          "memory_units_and_vpns": [{"memory_units": [30], "vpns": [1]}]}}]}]}},
  {"name": "ihfq0_depths", "direction": "ghost", "table_type": "stateful", "size": 256,
   "stage_tables": [{"stage_number": 2, "size": 256,
     "memory_resource_allocation": {"memory_type": "sram", "spare_bank_memory_unit": [12],
       "memory_units_and_vpns": [{"memory_units": [10, 11], "vpns": [0, 1]}]}}]},
  {"name": "cond-1", "direction": "egress", "table_type": "condition", "size": 0,
   "stage_tables": [{"stage_number": 0, "size": 0,
     "memory_resource_allocation": {"memory_unit": 3, "memory_type": "gateway"}}]},
  {"name": "phase0", "direction": "ingress", "table_type": "match", "size": 288,
   "match_attributes": {"stage_tables": [{"stage_number": -1,
     "memory_resource_allocation": {"memory_type": "ingress_buffer",
       "memory_units_and_vpns": [{"memory_units": [0], "vpns": [0]}]}}]}}],
 "phv_allocation": [
  {"stage_number": 0,
   "ingress": [
     {"phv_number": 1, "word_bit_width": 8, "records": [
       {"field_name": "meta.level", "phv_lsb": 0, "phv_msb": 1},
       {"field_name": "meta.watched", "phv_lsb": 7, "phv_msb": 7}]},
     {"phv_number": 2, "word_bit_width": 32, "records": [
       {"field_name": "hdr.ipv4.dst_addr", "phv_lsb": 0, "phv_msb": 31}]}],
   "egress": []},
  {"stage_number": 1,
   "ingress": [{"phv_number": 1, "word_bit_width": 8, "records": [
     {"field_name": "meta.depth", "phv_lsb": 1, "phv_msb": 4}]}],
   "egress": [{"phv_number": 9, "word_bit_width": 16, "records": [
     {"field_name": "eg_intr_md.egress_port", "phv_lsb": 0, "phv_msb": 8}]}]}]}
""";
}
