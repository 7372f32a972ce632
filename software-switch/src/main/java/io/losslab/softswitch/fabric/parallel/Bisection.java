package io.losslab.softswitch.fabric.parallel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Parts a weighted graph by halving it again and again, with few edges between the halves: a half
 * grows from a seed by the vertex with most edges into it (greedy graph growing, Karypis and Kumar,
 * 1998, section 3.2), then vertices change sides where that cuts fewer (Fiduccia and Mattheyses,
 * 1982). The best of some seeds is taken.
 */
final class Bisection {
    private static final int SEEDS = 8;
    private static final int PASSES = 8;

    private final int[] weights;
    private final int[][] neighbours;
    private final int[] partOf;

    /**
     * Takes a graph.
     *
     * @param weights by vertex
     * @param edges two vertices each, perhaps the same
     */
    Bisection(int[] weights, int[][] edges) {
        this.weights = weights;
        partOf = new int[weights.length];
        List<List<Integer>> lists = new ArrayList<>();
        for (int vertex = 0; vertex < weights.length; vertex++) {
            lists.add(new ArrayList<>());
        }
        for (int[] edge : edges) {
            if (edge[0] != edge[1]) {
                lists.get(edge[0]).add(edge[1]);
                lists.get(edge[1]).add(edge[0]);
            }
        }
        neighbours =
                lists.stream()
                        .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                        .toArray(int[][]::new);
    }

    /** By vertex, its part of so many, from 0; some may be empty. */
    int[] into(int parts) {
        halve(IntStream.range(0, weights.length).toArray(), 0, parts);
        return partOf;
    }

    private void halve(int[] vertices, int first, int parts) {
        if (parts == 1 || vertices.length < 2) {
            for (int vertex : vertices) {
                partOf[vertex] = first;
            }
            return;
        }
        int inside = parts / 2;
        boolean[] taken = bestHalf(vertices, total(vertices) * inside / parts);
        halve(Arrays.stream(vertices).filter(v -> taken[v]).toArray(), first, inside);
        halve(
                Arrays.stream(vertices).filter(v -> !taken[v]).toArray(),
                first + inside,
                parts - inside);
    }

    private boolean[] bestHalf(int[] vertices, double share) {
        boolean[] among = new boolean[weights.length];
        for (int vertex : vertices) {
            among[vertex] = true;
        }
        int seeds = Math.min(SEEDS, vertices.length);
        boolean[] best = null;
        double bestCost = Double.MAX_VALUE;
        for (int seed = 0; seed < seeds; seed++) {
            boolean[] half = grow(vertices, among, vertices[seed * vertices.length / seeds], share);
            refine(vertices, among, half, share);
            double off = Math.abs(weight(vertices, half) - share) / total(vertices);
            // Within a twentieth of the share, fewer edges; else, closer to the share.
            double cost = Math.max(0, off - 0.05) * 1e9 + cutEdges(vertices, among, half) + off;
            if (cost < bestCost) {
                best = half;
                bestCost = cost;
            }
        }
        return best;
    }

    private boolean[] grow(int[] vertices, boolean[] among, int seed, double share) {
        boolean[] half = new boolean[weights.length];
        int[] gains = new int[weights.length];
        for (int vertex : vertices) {
            gains[vertex] = gain(vertex, among, half);
        }
        double weight = 0;
        int next = seed;
        while (next >= 0 && (weight == 0 || weight + weights[next] / 2.0 <= share)) {
            half[next] = true;
            weight += weights[next];
            for (int other : neighbours[next]) {
                gains[other] += 2;
            }
            next = mostConnected(vertices, half, gains);
        }
        return half;
    }

    private static int mostConnected(int[] vertices, boolean[] half, int[] gains) {
        int best = -1;
        for (int vertex : vertices) {
            if (!half[vertex] && (best < 0 || gains[vertex] > gains[best])) {
                best = vertex;
            }
        }
        return best;
    }

    /** Edges that are cut no more when a vertex changes sides. */
    private int gain(int vertex, boolean[] among, boolean[] half) {
        int gain = 0;
        for (int other : neighbours[vertex]) {
            if (among[other]) {
                gain += half[other] == half[vertex] ? -1 : 1;
            }
        }
        return gain;
    }

    private void refine(int[] vertices, boolean[] among, boolean[] half, double share) {
        double weight = weight(vertices, half);
        boolean changed = true;
        for (int pass = 0; changed && pass < PASSES; pass++) {
            changed = false;
            for (int vertex : vertices) {
                double after = weight + (half[vertex] ? -weights[vertex] : weights[vertex]);
                int gain = gain(vertex, among, half);
                boolean closer = Math.abs(after - share) < Math.abs(weight - share);
                if (gain > 0 && Math.abs(after - share) <= 0.05 * share || gain == 0 && closer) {
                    half[vertex] = !half[vertex];
                    weight = after;
                    changed = true;
                }
            }
        }
    }

    private int cutEdges(int[] vertices, boolean[] among, boolean[] half) {
        int cut = 0;
        for (int vertex : vertices) {
            for (int other : neighbours[vertex]) {
                cut += among[other] && half[vertex] && !half[other] ? 1 : 0;
            }
        }
        return cut;
    }

    private double weight(int[] vertices, boolean[] half) {
        return Arrays.stream(vertices).filter(v -> half[v]).map(v -> weights[v]).sum();
    }

    private double total(int[] vertices) {
        return Arrays.stream(vertices).map(v -> weights[v]).sum();
    }
}
