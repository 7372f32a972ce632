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
            Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?(?:[eE]([0-9]++))?)\\s*([A-Za-zµ/]*)\\s*");

    private static final Pattern METRIC_PREFIX = Pattern.compile("^[yzafpnuµmcdhkgte](?=.)");

    /** No number of base units below 2^63 needs more. */
    private static final int MOST_CHARACTERS = 100;

    private static final int MOST_EXPONENT_DIGITS = 2;

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
        String unit = matcher.group(3);
        Long factor = units.get(unit);
        if (factor == null) {
            throw new UnitFormatException(text, expected, suggest(number, unit, units));
        }
        try {
            return number(number, matcher.group(2))
                    .multiply(BigDecimal.valueOf(factor))
                    .setScale(0, RoundingMode.UNNECESSARY)
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new UnitFormatException(
                    text, expected + ", a whole number of base units below 2^63", "");
        }
    }

    /**
     * A number that can be computed with in no time.
     *
     * @param exponent its digits; null where there is none
     */
    private static BigDecimal number(String number, String exponent) {
        if (number.length() > MOST_CHARACTERS
                || exponent != null && digits(exponent) > MOST_EXPONENT_DIGITS) {
            throw new ArithmeticException(number + " has too many digits");
        }
        return new BigDecimal(number);
    }

    /** Without leading zeros. */
    private static int digits(String number) {
        int zeros = 0;
        while (zeros < number.length() && number.charAt(zeros) == '0') {
            zeros++;
        }
        return number.length() - zeros;
    }

    /** Prints {@code value} in the largest unit that leaves at most three decimals. */
    static String print(long value, Map<String, Long> units) {
        String best = null;
        for (Map.Entry<String, Long> unit : units.entrySet()) {
            long factor = unit.getValue();
            boolean exact = value % factor == 0 || (factor >= 1000 && value % (factor / 1000) == 0);
            if (exact && (best == null || isBetter(value, factor, units.get(best)))) {
                best = unit.getKey();
            }
        }
        BigDecimal number =
                BigDecimal.valueOf(value)
                        .divide(BigDecimal.valueOf(units.get(best)), 3, RoundingMode.UNNECESSARY)
                        .stripTrailingZeros();
        return number.toPlainString() + best;
    }

    /**
     * Whether a unit prints a value better than another: as 1 or more, and then the larger unit.
     */
    private static boolean isBetter(long value, long factor, long than) {
        if (value >= factor && value >= than) {
            return factor > than;
        }
        return factor < than;
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
        for (String known : units.keySet()) {
            String lower = known.toLowerCase(Locale.ROOT);
            if (isOneEditApart(stem, lower) && !unprefixed(stem).equals(unprefixed(lower))) {
                return number + known;
            }
        }
        return unit.isEmpty() ? number + units.keySet().iterator().next() : "";
    }

    /**
     * What is the same of a unit and its multiples, in small letters: cm is no typo of km, nor TB
     * of MB.
     */
    private static String unprefixed(String unit) {
        return METRIC_PREFIX.matcher(unit).replaceFirst("");
    }

    /**
     * Whether one letter was typed wrongly, left out or put in too much; for words of two or more.
     */
    private static boolean isOneEditApart(String word, String known) {
        if (Math.min(word.length(), known.length()) < 2
                || Math.abs(word.length() - known.length()) > 1) {
            return false;
        }
        int shorter = Math.min(word.length(), known.length());
        int same = 0;
        while (same < shorter && word.charAt(same) == known.charAt(same)) {
            same++;
        }
        int skipWord = word.length() >= known.length() ? 1 : 0;
        int skipKnown = known.length() >= word.length() ? 1 : 0;
        return word.substring(Math.min(word.length(), same + skipWord))
                .equals(known.substring(Math.min(known.length(), same + skipKnown)));
    }
}
