package io.losslab.devices.software.program;

import com.google.protobuf.Message;
import io.losslab.devices.Assignment;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.driver.p4runtime.ClassTables;
import io.losslab.proto.p4.config.v1.P4Info;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A v1model program, and what it is given in addition to routes.
 *
 * @param bundled the program
 * @param others schemes that may run besides the one that it carries out
 * @param writer makes the table entries, then the multicast groups
 */
record SchemeProgram(
        BundledProgram bundled,
        Set<String> others,
        BiFunction<P4Info, Assignment, List<Message>> writer) {
    /** For schemes that work below it, by the class of packets. */
    static final SchemeProgram PFC_FORWARD =
            new SchemeProgram(BundledProgram.V1MODEL_PFC_FORWARD, Set.of(), SchemeProgram::classes);

    /** Those that carry out the scheme of their name. ATE runs on hosts, whatever switches run. */
    private static final List<SchemeProgram> OF_SCHEMES =
            List.of(
                    new SchemeProgram(
                            BundledProgram.V1MODEL_PORTFC, Set.of("ate"), PortFcEntries::of),
                    new SchemeProgram(
                            BundledProgram.V1MODEL_PFC_STAR, Set.of("ate"), PfcStarEntries::of),
                    new SchemeProgram(BundledProgram.V1MODEL_OFC, Set.of(), OfcEntries::of),
                    new SchemeProgram(BundledProgram.V1MODEL_PYRRHA, Set.of(), PyrrhaEntries::of));

    private static List<Message> classes(P4Info info, Assignment assignment) {
        return new ArrayList<>(new ClassTables(info, assignment.classes()).entries());
    }

    /** The program that carries out a scheme by itself. */
    static Optional<SchemeProgram> of(String scheme) {
        return OF_SCHEMES.stream().filter(each -> each.name().equals(scheme)).findFirst();
    }

    /** Its name, and that of the scheme which it carries out. */
    String name() {
        return bundled.programName();
    }

    /** Whether it carries out a scheme, in place of the switch's own. */
    boolean ownsScheme() {
        return OF_SCHEMES.contains(this);
    }

    /** Whether a scheme may be configured on a switch that runs this program. */
    boolean admits(String scheme) {
        return scheme.equals(name()) || others.contains(scheme);
    }

    /** Table entries, then multicast groups. */
    List<Message> entries(Assignment assignment) {
        return writer.apply(bundled.p4Info(), assignment);
    }
}
