package io.losslab.services.p4runtime.program;

import io.losslab.proto.p4.config.v1.Action;
import io.losslab.proto.p4.config.v1.ActionRef;
import io.losslab.proto.p4.config.v1.ControllerPacketMetadata;
import io.losslab.proto.p4.config.v1.Digest;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4DataTypeSpec;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.config.v1.Register;
import io.losslab.proto.p4.config.v1.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds all that is wrong in a P4Info: ids, references, widths, and what no target here can do. */
final class ProgramCheck {
    private static final long MOST_CELLS = 1 << 22;
    private static final Set<String> CONTROLLER_HEADERS = Set.of("packet_in", "packet_out");

    private final P4Info info;
    private final List<String> problems;
    private final Set<Integer> actionIds = new HashSet<>();
    private final Set<Integer> profileIds = new HashSet<>();
    private final Set<Integer> directIds = new HashSet<>();

    ProgramCheck(P4Info info, List<String> problems) {
        this.info = info;
        this.problems = problems;
    }

    void run() {
        checkIds();
        info.getActionsList().forEach(it -> actionIds.add(it.getPreamble().getId()));
        info.getActionProfilesList().forEach(it -> profileIds.add(it.getPreamble().getId()));
        info.getDirectCountersList().forEach(it -> directIds.add(it.getPreamble().getId()));
        info.getDirectMetersList().forEach(it -> directIds.add(it.getPreamble().getId()));
        info.getActionsList().forEach(this::checkAction);
        info.getTablesList().forEach(this::checkTable);
        info.getValueSetsList()
                .forEach(it -> checkFields(it.getPreamble().getName(), it.getMatchList()));
        info.getCountersList().forEach(it -> checkCells(it.getPreamble(), it.getSize()));
        info.getMetersList().forEach(it -> checkCells(it.getPreamble(), it.getSize()));
        info.getRegistersList().forEach(this::checkRegister);
        info.getDigestsList().forEach(this::checkDigest);
        info.getControllerPacketMetadataList().forEach(this::checkController);
        require(
                info.getExternsCount() == 0,
                "it has %d extern types, the switch has none".formatted(info.getExternsCount()));
    }

    private void checkIds() {
        Set<Integer> seen = new HashSet<>();
        for (Preamble preamble : preambles()) {
            require(preamble.getId() != 0, preamble.getName() + " has id 0");
            require(
                    seen.add(preamble.getId()),
                    "%s has the id 0x%08x of another object"
                            .formatted(preamble.getName(), preamble.getId()));
        }
    }

    private List<Preamble> preambles() {
        List<Preamble> all = new ArrayList<>();
        info.getTablesList().forEach(it -> all.add(it.getPreamble()));
        info.getActionsList().forEach(it -> all.add(it.getPreamble()));
        info.getActionProfilesList().forEach(it -> all.add(it.getPreamble()));
        info.getCountersList().forEach(it -> all.add(it.getPreamble()));
        info.getDirectCountersList().forEach(it -> all.add(it.getPreamble()));
        info.getMetersList().forEach(it -> all.add(it.getPreamble()));
        info.getDirectMetersList().forEach(it -> all.add(it.getPreamble()));
        info.getValueSetsList().forEach(it -> all.add(it.getPreamble()));
        info.getRegistersList().forEach(it -> all.add(it.getPreamble()));
        info.getDigestsList().forEach(it -> all.add(it.getPreamble()));
        info.getControllerPacketMetadataList().forEach(it -> all.add(it.getPreamble()));
        return all;
    }

    private void checkAction(Action action) {
        Set<Integer> seen = new HashSet<>();
        for (Action.Param param : action.getParamsList()) {
            require(
                    param.getId() != 0 && seen.add(param.getId()),
                    "%s has two parameters with id %d, or one with 0"
                            .formatted(action.getPreamble().getName(), param.getId()));
        }
    }

    private void checkTable(Table table) {
        String name = table.getPreamble().getName();
        checkFields(name, table.getMatchFieldsList());
        for (ActionRef ref : table.getActionRefsList()) {
            require(
                    actionIds.contains(ref.getId()),
                    "%s refers to action 0x%08x, which does not exist"
                            .formatted(name, ref.getId()));
        }
        require(
                table.getImplementationId() == 0
                        || profileIds.contains(table.getImplementationId()),
                "%s refers to action profile 0x%08x, which does not exist"
                        .formatted(name, table.getImplementationId()));
        for (int id : table.getDirectResourceIdsList()) {
            require(
                    directIds.contains(id),
                    "%s refers to direct resource 0x%08x, which does not exist"
                            .formatted(name, id));
        }
        for (int id : defaultIds(table)) {
            require(
                    table.getActionRefsList().stream().anyMatch(ref -> ref.getId() == id),
                    "%s has the default action 0x%08x, which is not one of its actions"
                            .formatted(name, id));
        }
    }

    private static List<Integer> defaultIds(Table table) {
        List<Integer> ids = new ArrayList<>();
        if (table.getConstDefaultActionId() != 0) {
            ids.add(table.getConstDefaultActionId());
        }
        if (table.hasInitialDefaultAction()) {
            ids.add(table.getInitialDefaultAction().getActionId());
        }
        return ids;
    }

    private void checkFields(String owner, List<MatchField> fields) {
        Set<Integer> seen = new HashSet<>();
        for (MatchField field : fields) {
            require(
                    field.getId() != 0 && seen.add(field.getId()),
                    "%s has two match fields with id %d, or one with 0"
                            .formatted(owner, field.getId()));
            boolean known =
                    switch (field.getMatchType()) {
                        case EXACT, OPTIONAL -> true;
                        case LPM, TERNARY, RANGE -> field.getBitwidth() > 0;
                        default -> false;
                    };
            require(
                    known,
                    "%s matches %s by a kind that the switch does not support"
                            .formatted(owner, field.getName()));
        }
    }

    private void checkCells(Preamble preamble, long size) {
        require(
                size >= 1 && size <= MOST_CELLS,
                "%s has %d cells; 1..%d are supported"
                        .formatted(preamble.getName(), size, MOST_CELLS));
    }

    private void checkRegister(Register register) {
        checkCells(register.getPreamble(), register.getSize());
        checkType(register.getPreamble(), register.getTypeSpec());
    }

    private void checkDigest(Digest digest) {
        checkType(digest.getPreamble(), digest.getTypeSpec());
    }

    private void checkType(Preamble preamble, P4DataTypeSpec type) {
        require(
                new DataType(type, info.getTypeInfo()).isComplete(),
                preamble.getName()
                        + " has a type that type_info does not describe, or of a kind"
                        + " that the switch does not support");
    }

    private void checkController(ControllerPacketMetadata header) {
        require(
                CONTROLLER_HEADERS.contains(header.getPreamble().getName()),
                "the controller header %s is neither packet_in nor packet_out"
                        .formatted(header.getPreamble().getName()));
    }

    private void require(boolean holds, String problem) {
        if (!holds) {
            problems.add(problem);
        }
    }
}
