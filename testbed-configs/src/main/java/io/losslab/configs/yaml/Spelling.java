package io.losslab.configs.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Finds the known word that a wrong one was probably meant to be. */
public final class Spelling {
    private Spelling() {}

    /** {@code did you mean 'x'?}, or the empty string where nothing is near. */
    public static String didYouMean(String word, Collection<String> known) {
        return nearest(word, known).map(near -> "did you mean '" + near + "'?").orElse("");
    }

    /**
     * The shortest known word that begins with a word of two letters or more, otherwise the one
     * with the least edit distance (insertions, deletions, replacements, swaps of neighbours), at
     * most a third of the word's length, and one for words of two or three letters. Case does not
     * count.
     */
    public static Optional<String> nearest(String word, Collection<String> known) {
        String lower = word.toLowerCase(Locale.ROOT);
        int limit = word.length() == 1 ? 0 : Math.max(1, (word.length() + 1) / 3);
        Predicate<String> begun =
                candidate ->
                        word.length() > 1 && candidate.toLowerCase(Locale.ROOT).startsWith(lower);
        ToIntFunction<String> distance =
                candidate -> distance(lower, candidate.toLowerCase(Locale.ROOT));
        return known.stream()
                .filter(begun.or(candidate -> distance.applyAsInt(candidate) <= limit))
                .min(
                        Comparator.<String, Boolean>comparing(candidate -> !begun.test(candidate))
                                .thenComparingInt(distance));
    }

    /** Edit distance with swaps (optimal string alignment). */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replace, Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1));
                boolean swapped =
                        i > 1
                                && j > 1
                                && a.charAt(i - 1) == b.charAt(j - 2)
                                && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
