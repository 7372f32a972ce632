package io.losslab.p4.action;

import io.losslab.p4.expression.Store;
import io.losslab.p4.expression.Value;
import io.losslab.p4.extern.Calculation;
import io.losslab.p4.extern.CounterArray;
import io.losslab.p4.extern.MeterArray;
import io.losslab.p4.extern.RegisterArray;
import io.losslab.p4.extern.Resources;
import io.losslab.p4.json.JsonView;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.packet.StandardMetadata;
import java.util.Optional;

/**
 * The primitives that simple_switch adds: what is kept between packets, and what becomes of a
 * packet. Source: behavioral-model, docs/simple_switch.md.
 */
final class SwitchPrimitives {
    private final Operands operands;
    private final Resources resources;
    private final StandardMetadata metadata;

    SwitchPrimitives(Operands operands, Resources resources, StandardMetadata metadata) {
        this.operands = operands;
        this.resources = resources;
        this.metadata = metadata;
    }

    /** The step, or null if the primitive is none of these. */
    Step read() {
        return switch (operands.op()) {
            case "drop" -> metadata::drop;
            case "mark_to_drop" -> markToDrop();
            case "register_read" -> readRegister();
            case "register_write" -> writeRegister();
            case "count" -> count();
            case "execute_meter" -> meter();
            case "modify_field_with_hash_based_offset" -> hash();
            case "generate_digest" -> {
                Value.Low list = operands.require(2).low(1);
                yield packet -> packet.digest = (int) list.of(packet);
            }
            case "clone_ingress_pkt_to_egress", "clone_egress_pkt_to_egress" -> {
                Value.Low session = operands.require(2).low(0);
                Value.Low fields = operands.low(1);
                yield packet -> {
                    packet.cloneSession = (int) session.of(packet);
                    packet.cloneFields = (int) fields.of(packet);
                };
            }
            case "resubmit" -> {
                Value.Low fields = operands.require(1).low(0);
                yield packet -> packet.resubmitFields = (int) fields.of(packet);
            }
            case "recirculate" -> {
                Value.Low fields = operands.require(1).low(0);
                yield packet -> packet.recirculateFields = (int) fields.of(packet);
            }
            case "truncate" -> {
                Value.Low bytes = operands.require(1).low(0);
                yield packet ->
                        packet.truncateTo = (int) Math.min(Integer.MAX_VALUE, bytes.of(packet));
            }
            default -> null;
        };
    }

    private Step markToDrop() {
        HeaderLayout header = operands.require(1).header(0).shape();
        Optional<FieldLayout> port = header.field("egress_spec");
        if (port.isEmpty()) {
            throw operands.at(0).wrong("standard_metadata");
        }
        FieldLayout group = header.field("mcast_grp").orElse(null);
        return packet -> {
            StandardMetadata.set(packet, port.get(), StandardMetadata.DROP);
            StandardMetadata.set(packet, group, 0);
        };
    }

    private Step readRegister() {
        RegisterArray array = register(operands.require(3).at(1));
        Value.Low index = operands.low(2);
        Store store =
                operands.store(
                        0,
                        Value.cell(
                                array.widthBits(),
                                packet -> array.low((int) index.of(packet)),
                                packet -> array.get((int) index.of(packet))));
        return packet -> {
            if (array.has(index.of(packet))) {
                store.into(packet);
            } else {
                outside(packet, array.name(), index.of(packet));
            }
        };
    }

    private Step writeRegister() {
        RegisterArray array = register(operands.require(3).at(0));
        Value.Low index = operands.low(1);
        Value value = operands.number(2);
        Value.Low low = value.low();
        boolean narrow = array.widthBits() <= 64 || value.isNarrow() && !value.mayBeNegative();
        return packet -> {
            long at = index.of(packet);
            if (!array.has(at)) {
                outside(packet, array.name(), at);
            } else if (narrow) {
                array.set((int) at, low.of(packet));
            } else {
                array.set((int) at, value.exact(packet));
            }
        };
    }

    private Step count() {
        CounterArray array =
                Resources.named(resources.counters(), operands.require(2).name(0), "counter array");
        Value.Low index = operands.low(1);
        return packet -> {
            long at = index.of(packet);
            if (array.has(at)) {
                array.count((int) at, packet.arrivedLength);
            } else {
                outside(packet, array.name(), at);
            }
        };
    }

    private Step meter() {
        MeterArray array =
                Resources.named(resources.meters(), operands.require(3).name(0), "meter array");
        Value.Low index = operands.low(1);
        Store store =
                operands.store(
                        2,
                        Value.computed(
                                packet ->
                                        array.mark(
                                                (int) index.of(packet),
                                                packet.arrivedLength,
                                                packet.environment().nowNanos())));
        return packet -> {
            if (array.has(index.of(packet))) {
                store.into(packet);
            } else {
                outside(packet, array.name(), index.of(packet));
            }
        };
    }

    private Step hash() {
        Value.Low base = operands.require(4).low(1);
        Calculation calculation =
                Resources.named(resources.calculations(), operands.name(2), "calculation");
        Value.Low size = operands.low(3);
        Store store =
                operands.store(
                        0,
                        Value.computed(
                                packet -> {
                                    long span = size.of(packet);
                                    long hash = calculation.of(packet);
                                    return base.of(packet)
                                            + (span == 0 ? 0 : Long.remainderUnsigned(hash, span));
                                }));
        return store::into;
    }

    private RegisterArray register(JsonView operand) {
        return Resources.named(resources.registers(), operand.at("value"), "register array");
    }

    private static void outside(PacketState packet, String array, long index) {
        packet.environment().fault("%s has no cell %d".formatted(array, index));
    }
}
