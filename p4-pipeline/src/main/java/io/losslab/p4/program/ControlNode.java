package io.losslab.p4.program;

import io.losslab.p4.action.Action;
import io.losslab.p4.action.ActionCall;
import io.losslab.p4.expression.Expression.Condition;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.table.MatchTable;
import io.losslab.p4.table.TableEntry;

/** A step of a control; each says which is next, null at the end. */
abstract class ControlNode {
    abstract ControlNode run(PacketState packet);

    /** An if. */
    static final class If extends ControlNode {
        private final Condition condition;
        private ControlNode yes;
        private ControlNode no;

        If(Condition condition) {
            this.condition = condition;
        }

        void link(ControlNode whenTrue, ControlNode whenFalse) {
            yes = whenTrue;
            no = whenFalse;
        }

        @Override
        ControlNode run(PacketState packet) {
            return condition.of(packet) ? yes : no;
        }
    }

    /** An action outside of tables. */
    static final class Call extends ControlNode {
        private final ActionCall call;
        private ControlNode next;

        Call(ActionCall call) {
            this.call = call;
        }

        void link(ControlNode after) {
            next = after;
        }

        @Override
        ControlNode run(PacketState packet) {
            call.run(packet);
            return next;
        }
    }

    /** A table; what is next depends on the action, or on whether an entry was hit. */
    static final class Apply extends ControlNode {
        private final MatchTable table;
        private Action[] actions = {};
        private ControlNode[] nexts = {};
        private boolean byHit;
        private ControlNode hit;
        private ControlNode miss;
        private ControlNode otherwise;

        Apply(MatchTable table) {
            this.table = table;
        }

        void linkByAction(Action[] taken, ControlNode[] after, ControlNode withoutAction) {
            actions = taken.clone();
            nexts = after.clone();
            otherwise = withoutAction;
        }

        void linkByHit(ControlNode afterHit, ControlNode afterMiss) {
            byHit = true;
            hit = afterHit;
            miss = afterMiss;
        }

        @Override
        ControlNode run(PacketState packet) {
            TableEntry found = table.find(packet);
            ActionCall taken = table.apply(packet, found);
            if (byHit) {
                return found == null ? miss : hit;
            }
            if (taken != null) {
                for (int i = 0; i < actions.length; i++) {
                    if (actions[i] == taken.action()) {
                        return nexts[i];
                    }
                }
            }
            return otherwise;
        }
    }
}
