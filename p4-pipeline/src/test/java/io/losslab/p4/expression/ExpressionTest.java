package io.losslab.p4.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.p4.TestProgram;
import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.Environment;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.program.P4Program;
import java.math.BigInteger;
import java.util.Map;
import java.util.Random;
import java.util.function.BinaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Operators on fields of 16, 64 and 128 bits give what big numbers give. */
class ExpressionTest {
    private static final Map<String, BinaryOperator<BigInteger>> OPERATORS =
            Map.ofEntries(
                    Map.entry("+", BigInteger::add),
                    Map.entry("-", BigInteger::subtract),
                    Map.entry("*", BigInteger::multiply),
                    Map.entry("&", BigInteger::and),
                    Map.entry("|", BigInteger::or),
                    Map.entry("^", BigInteger::xor),
                    Map.entry("/", (a, b) -> b.signum() == 0 ? b : a.divide(b)),
                    Map.entry("%", (a, b) -> b.signum() == 0 ? b : a.remainder(b)),
                    Map.entry("<", (a, b) -> truth(a.compareTo(b) < 0)),
                    Map.entry(">=", (a, b) -> truth(a.compareTo(b) >= 0)),
                    Map.entry("==", (a, b) -> truth(a.equals(b))),
                    Map.entry("<<", (a, b) -> a.shiftLeft(b.intValue())),
                    Map.entry(">>", (a, b) -> a.shiftRight(b.intValue())));

    @Property(tries = 300)
    void operatorsAreExactBeforeTheResultIsCut(@ForAll long seed) {
        Random random = new Random(seed);
        String op = OPERATORS.keySet().stream().sorted().toList().get(random.nextInt(13));
        boolean shifts = op.equals("<<") || op.equals(">>");
        String left = pick(random);
        String right = shifts ? "a" : pick(random);
        boolean compares = "< >= ==".contains(op);
        // Minus 7, so that the operand may be negative; a product cut to 128 bits at the end.
        String operand =
                TestProgram.expression("-", TestProgram.field("h", left), TestProgram.hex(7));
        boolean shifted = !op.equals("/") && !op.equals("%");
        String leftOperand = shifted ? operand : TestProgram.field("h", left);
        String expression = TestProgram.expression(op, leftOperand, TestProgram.field("h", right));
        if (compares) {
            expression = TestProgram.expression("b2d", "null", expression);
        }
        P4Program program =
                new TestProgram()
                        .actions(
                                TestProgram.op("assign", TestProgram.field("h", "w"), expression),
                                "")
                        .read();
        PacketState packet = new PacketState(program.layout(), new Environment(0));
        BigInteger a = set(packet, left, random);
        BigInteger b = left.equals(right) ? a : set(packet, right, random);
        if (shifts) {
            b = b.mod(BigInteger.valueOf(256));
        }

        program.ingress().run(packet);

        BigInteger value = shifted ? a.subtract(BigInteger.valueOf(7)) : a;
        BigInteger expected = OPERATORS.get(op).apply(value, b);
        HeaderLayout header = packet.layout().header("h").orElseThrow();
        BigInteger found = Bits.load(packet.words, header.field("w").orElseThrow().slot(), 128);
        assertEquals(expected.mod(BigInteger.ONE.shiftLeft(128)), found, expression);
    }

    private static String pick(Random random) {
        return new String[] {"a", "b", "c", "w"}[random.nextInt(4)];
    }

    private static BigInteger set(PacketState packet, String name, Random random) {
        var field = packet.layout().header("h").orElseThrow().field(name).orElseThrow();
        BigInteger value =
                random.nextInt(3) == 0
                        ? BigInteger.valueOf(random.nextInt(9))
                        : new BigInteger(field.widthBits(), random);
        Bits.store(value, field.widthBits(), packet.words, field.slot());
        return value;
    }

    private static BigInteger truth(boolean holds) {
        return holds ? BigInteger.ONE : BigInteger.ZERO;
    }
}
