/**
 * Cells as job arrays of a Slurm cluster. A task of an array is a run of some cells in a directory
 * of its own on the shared file system, which nothing else writes to; the run takes the parts of
 * finished cells out of there. Uses Slurm's commands ({@code sbatch}, {@code squeue}, {@code
 * scancel}, {@code sinfo}, {@code scontrol}) and no library of it.
 */
package io.losslab.orchestrator.run.slurm;
