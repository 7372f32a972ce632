package io.losslab.driver.p4runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.TableEntry;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Collectors;

/** What an update is about, for users: its table and entry, by the names of the P4Info. */
final class UpdateName {
    private UpdateName() {}

    /** Such as {@code ingress.routes, hdr.ipv4.dst_addr=0x0a000001/32}. */
    static String of(Entity entity, P4Info info) {
        if (!entity.hasTableEntry()) {
            return entity.getAllFields().values().stream()
                    .findFirst()
                    .map(body -> ((Message) body).getDescriptorForType().getName())
                    .orElse("nothing");
        }
        TableEntry entry = entity.getTableEntry();
        Optional<Table> table =
                info.getTablesList().stream()
                        .filter(it -> it.getPreamble().getId() == entry.getTableId())
                        .findFirst();
        String name =
                table.map(it -> it.getPreamble().getName())
                        .orElse("table 0x%08x".formatted(entry.getTableId()));
        return name + ", " + key(entry, table);
    }

    private static String key(TableEntry entry, Optional<Table> table) {
        if (entry.getIsDefaultAction()) {
            return "the default entry";
        }
        if (entry.getMatchCount() == 0) {
            return "the entry that matches anything";
        }
        return entry.getMatchList().stream()
                .map(match -> field(match, table) + "=" + value(match))
                .collect(Collectors.joining(" "));
    }

    private static String field(FieldMatch match, Optional<Table> table) {
        return table.stream()
                .flatMap(it -> it.getMatchFieldsList().stream())
                .filter(it -> it.getId() == match.getFieldId())
                .map(MatchField::getName)
                .findFirst()
                .orElse("field " + match.getFieldId());
    }

    private static String value(FieldMatch match) {
        return switch (match.getFieldMatchTypeCase()) {
            case EXACT -> hex(match.getExact().getValue());
            case LPM -> hex(match.getLpm().getValue()) + "/" + match.getLpm().getPrefixLen();
            case TERNARY ->
                    hex(match.getTernary().getValue()) + "&" + hex(match.getTernary().getMask());
            case RANGE -> hex(match.getRange().getLow()) + ".." + hex(match.getRange().getHigh());
            case OPTIONAL -> hex(match.getOptional().getValue());
            default -> "?";
        };
    }

    private static String hex(ByteString bytes) {
        return "0x" + HexFormat.of().formatHex(bytes.toByteArray());
    }
}
