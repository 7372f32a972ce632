/**
 * The communication patterns of NCCL as programs: ring, double binary tree, all-to-all, and
 * pipelines of send and receive. What is computed of a chunk takes no time, and the buffers between
 * neighbours hold a whole step; NCCL's hold {@code NCCL_BUFFSIZE}. Uses {@code program}.
 */
package io.losslab.traffic.collective;
