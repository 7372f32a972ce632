package io.losslab.traffic.program;

/** Which operations wait for which: a program's dependencies the other way round. */
final class Followers {
    private final int[] first;
    private final int[] followers;

    Followers(Program program) {
        first = new int[program.operations() + 1];
        int edges = 0;
        for (int operation = 0; operation < program.operations(); operation++) {
            edges += program.requirements(operation);
            for (int i = 0; i < program.requirements(operation); i++) {
                first[program.requirement(operation, i) + 1]++;
            }
        }
        for (int operation = 0; operation < program.operations(); operation++) {
            first[operation + 1] += first[operation];
        }
        followers = new int[edges];
        int[] next = first.clone();
        for (int operation = 0; operation < program.operations(); operation++) {
            for (int i = 0; i < program.requirements(operation); i++) {
                followers[next[program.requirement(operation, i)]++] = operation;
            }
        }
    }

    /** Place of an operation's first follower. */
    int first(int operation) {
        return first[operation];
    }

    /** First place behind an operation's followers. */
    int end(int operation) {
        return first[operation + 1];
    }

    int get(int place) {
        return followers[place];
    }
}
