package io.losslab.orchestrator.compiler;

import java.util.List;

/**
 * Where the compiler put a table, register, counter, or selector of a program.
 *
 * @param kind as the compiler calls it: {@code match}, {@code stateful}, {@code statistics}, ...
 * @param thread {@code ingress}, {@code egress}, or {@code ghost}
 * @param size entries or cells
 * @param stages in ascending order
 * @param sramBlocks memory blocks of 16 KB
 * @param tcamBlocks ternary blocks of 512 entries of 44 bits
 */
public record TableUse(
        String name,
        String kind,
        String thread,
        long size,
        List<Integer> stages,
        int sramBlocks,
        int tcamBlocks) {
    public TableUse {
        stages = List.copyOf(stages);
    }
}
