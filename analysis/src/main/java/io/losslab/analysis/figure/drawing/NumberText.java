package io.losslab.analysis.figure.drawing;

import io.losslab.analysis.summary.Metric;
import java.util.Locale;
import java.util.Set;

/** Numbers as users read them. */
public final class NumberText {
    private static final String[] BYTE_UNITS = {"B", "KB", "MB", "GB", "TB"};

    private static final Set<String> ACRONYMS = Set.of("xoff", "xon", "mtu", "ecn");

    private NumberText() {}

    /**
     * Three significant digits or so, thousands separated: {@code 1,234}, {@code 56.7}, {@code
     * 0.12}.
     */
    public static String plain(double value) {
        double size = Math.abs(value);
        String text;
        if (value == Math.rint(value) || size >= 1000) {
            text = String.format(Locale.ROOT, "%,.0f", value);
        } else if (size >= 100) {
            text = String.format(Locale.ROOT, "%.1f", value);
        } else if (size >= 1) {
            text = String.format(Locale.ROOT, "%.2f", value);
        } else {
            text = String.format(Locale.ROOT, "%.3g", value);
        }
        return trimmed(text);
    }

    /** With so many decimals, thousands separated; for columns of a table. */
    public static String fixed(double value, int decimals) {
        return minus(String.format(Locale.ROOT, "%,." + decimals + "f", value));
    }

    /** A fraction as percent with its sign: {@code −22.5 %}. */
    public static String signedPercent(double fraction) {
        double percent = Math.round(fraction * 1000) / 10.0;
        return (percent > 0 ? "+" : "") + minus(String.format(Locale.ROOT, "%.1f", percent)) + " %";
    }

    /** A fraction as short percent without a space: {@code −22%}. */
    public static String shortPercent(double fraction) {
        double percent = fraction * 100;
        String format = Math.abs(percent) < 9.95 ? "%.1f" : "%.0f";
        String text = trimmed(String.format(Locale.ROOT, format, percent));
        boolean up = percent > 0 && !text.equals("0");
        return (up ? "+" : "") + (text.equals("-0") ? "0" : text) + "%";
    }

    /** A size in decimal units: {@code 15.5 MB}. */
    public static String bytes(long bytes) {
        Scale scale = Scale.of(Metric.Unit.BYTES, (double) bytes);
        return plain((double) bytes / scale.divisor()) + " " + scale.symbol();
    }

    /** A size of memory in binary units: {@code 23.4 GiB}. */
    public static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
    }

    /** A time: {@code 400 µs}. */
    public static String nanos(long time) {
        double nanos = (double) time;
        if (nanos < 1e3) {
            return plain(nanos) + " ns";
        }
        if (nanos < 1e6) {
            return plain(nanos / 1e3) + " µs";
        }
        return nanos < 1e9 ? plain(nanos / 1e6) + " ms" : plain(nanos / 1e9) + " s";
    }

    /** A rate: {@code 100 Gb/s}. */
    public static String rate(long rate) {
        double bitsPerSecond = (double) rate;
        if (bitsPerSecond >= 1e9) {
            return plain(bitsPerSecond / 1e9) + " Gb/s";
        }
        return bitsPerSecond >= 1e6
                ? plain(bitsPerSecond / 1e6) + " Mb/s"
                : plain(bitsPerSecond / 1e3) + " kb/s";
    }

    /** A metric's value with its unit. */
    public static String of(Metric.Unit unit, double value) {
        Scale scale = Scale.of(unit, value);
        String number = plain(value / scale.divisor());
        return scale.symbol().isEmpty() ? number : number + " " + scale.symbol();
    }

    /** A name in camel case as words: {@code messageSize} becomes {@code Message size}. */
    public static String words(String camelCase) {
        if (ACRONYMS.contains(camelCase)) {
            return camelCase.toUpperCase(Locale.ROOT);
        }
        String spaced =
                camelCase
                        .replaceAll("([a-z0-9])([A-Z])", "$1 $2")
                        .replace('_', ' ')
                        .toLowerCase(Locale.ROOT);
        return spaced.isEmpty()
                ? spaced
                : Character.toUpperCase(spaced.charAt(0)) + spaced.substring(1);
    }

    private static String trimmed(String text) {
        if (text.contains("e")) {
            return minus(text);
        }
        return minus(text.contains(".") ? text.replaceAll("\\.?0+$", "") : text);
    }

    private static String minus(String text) {
        return text.equals("-0.0") || text.equals("-0")
                ? text.substring(1)
                : text.replace('-', '−');
    }

    /**
     * A unit that suits a range of values.
     *
     * @param symbol may be empty
     * @param divisor by which values are divided
     */
    public record Scale(String symbol, double divisor) {
        /** The scale for values up to {@code greatest}. */
        public static Scale of(Metric.Unit unit, double greatest) {
            return switch (unit) {
                case MICROS ->
                        Math.abs(greatest) < 20_000 ? new Scale("µs", 1) : new Scale("ms", 1e3);
                case TIMES -> new Scale("×", 1);
                case GBPS -> new Scale("Gb/s", 1);
                case BYTES -> ofBytes(Math.abs(greatest));
                case SECONDS -> new Scale("s", 1);
                case FRACTION -> new Scale("%", 0.01);
                case COUNT -> new Scale("", 1);
            };
        }

        private static Scale ofBytes(double greatest) {
            int step = 0;
            double divisor = 1;
            while (greatest >= 1000 * divisor && step < BYTE_UNITS.length - 1) {
                divisor *= 1000;
                step++;
            }
            return new Scale(BYTE_UNITS[step], divisor);
        }
    }
}
