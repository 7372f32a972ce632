package io.losslab.api.units;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses and prints a number with a unit out of a table of units; the value types of this package
 * share it.
 */
final class Quantity {
    private static final Pattern NUMBER_AND_UNIT =
            Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?(?:[eE][0-9]+)?)\\s*([A-Za-zµ/]*)\\s*");

    private Quantity() {}

    /**
     * Reads {@code text} as a whole number of base units.
     *
     * @param units unit name to base units it stands for, in the order suggestions are tried
     * @param expected what is wanted, for the message
     * @throws UnitFormatException where the text is no such quantity or no whole number of base
     *     units
     */
    static long parse(String text, Map<String, Long> units, String expected) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text);
        if (!matcher.matches()) {
            throw new UnitFormatException(text, expected, "");
        }
        String number = matcher.group(1);
        String unit = matcher.group(2);
        Long factor = units.get(unit);
        if (factor == null) {
            throw new UnitFormatException(text, expected, suggest(number, unit, units));
        }
        BigDecimal value = new BigDecimal(number).multiply(BigDecimal.valueOf(factor));
        try {
            return value.setScale(0, RoundingMode.UNNECESSARY).longValueExact();
        } catch (ArithmeticException e) {
            throw new UnitFormatException(
                    text, expected + ", a whole number of base units below 2^63", "");
        }
    }

    /** Prints {@code value} in the largest unit that leaves at most three decimals. */
    static String print(long value, Map<String, Long> units) {
        String best = null;
        for (Map.Entry<String, Long> unit : units.entrySet()) {
            long factor = unit.getValue();
            boolean exact = value % factor == 0 || (factor >= 1000 && value % (factor / 1000) == 0);
            boolean atLeastOne = value >= factor;
            if (exact && (best == null || atLeastOne && factor > units.get(best))) {
                best = unit.getKey();
            }
        }
        BigDecimal number =
                BigDecimal.valueOf(value)
                        .divide(BigDecimal.valueOf(units.get(best)), 3, RoundingMode.UNNECESSARY)
                        .stripTrailingZeros();
        return number.toPlainString() + best;
    }

    private static String suggest(String number, String unit, Map<String, Long> units) {
        for (String known : units.keySet()) {
            if (known.equalsIgnoreCase(unit)) {
                return number + known;
            }
        }
        String stem = unit.toLowerCase(Locale.ROOT);
        for (String known : units.keySet()) {
            if (!stem.isEmpty() && known.toLowerCase(Locale.ROOT).startsWith(stem)) {
                return number + known;
            }
        }
        return unit.isEmpty() ? number + units.keySet().iterator().next() : "";
    }
}
