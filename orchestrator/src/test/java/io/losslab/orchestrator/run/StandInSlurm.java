package io.losslab.orchestrator.run;

import io.losslab.api.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/**
 * Commands named as Slurm's, for what a real one does too rarely or too slowly. Tasks are processes
 * of this machine. What is unusual is switched on by {@link #set}.
 */
final class StandInSlurm implements AutoCloseable {
    /** No command but {@code sbatch} succeeds. */
    static final String DOWN = "down";

    /** No task is ever cancelled. */
    static final String DEAF = "deaf";

    /** Tasks that are submitted do not start. */
    static final String IDLE = "idle";

    /** What {@code squeue} says of tasks that are not over, {@code STATE|REASON}. */
    static final String SAYS = "says";

    /** Most tasks that there may be. */
    static final String LIMIT = "limit";

    /** What {@code sbatch} says to the second array of tasks, once, in place of taking it. */
    static final String REFUSES = "refuses";

    /** The next {@code scontrol ping} fails. */
    static final String RESTARTS = "restarts";

    /** All cells fail: what a task notes of them. */
    static final String BROKEN = "broken";

    /** What {@code sbatch} says to all tasks. */
    static final String NEVER = "never";

    private static final Map<String, String> COMMANDS =
            Map.of(
                    "sbatch",
                    """
                    for word; do
                      case $word in
                        --test-only) n=1; test=1;;
                        --array=0-*) n=$(( ${word#--array=0-} + 1 ));;
                        --output=*) out=${word#--output=};;
                      esac
                    done
                    if [ -e never ]; then
                      echo "sbatch: error: Batch job submission failed: $(cat never)"
                      exit 1
                    fi
                    there=$(grep -lx RUNNING /dev/null *.task | wc -l)
                    if [ -e limit ] && [ $(( there + n )) -gt $(cat limit) ]; then
                      echo "sbatch: error: QOSMaxSubmitJobPerUserLimit"
                      echo "sbatch: error: Batch job submission failed: Job violates accounting/QOS" \\
                        "policy (job submit limit, user's size and/or time limits)"
                      exit 1
                    fi
                    [ -n "$test" ] && exit
                    if [ -e 101.0.task -a -e refuses ]; then
                      echo "sbatch: error: Batch job submission failed: $(cat refuses)"
                      rm refuses
                      exit 1
                    fi
                    out=${out%\\%a.out}
                    case ${out//%%/} in *%*) echo "sbatch: error: a pattern in $out"; exit 1;; esac
                    out=${out//%%/%}
                    job=$(( $(cat job) + 1 ))
                    echo $job | tee job
                    for i in $(seq 0 $((n - 1))); do
                      echo RUNNING > $job.$i.task
                      [ -e idle ] && continue
                      if [ -e broken ]; then
                        mkdir $out$i.partial
                        sed "s/\\"failures\\" : \\[ *\\]/\\"failures\\" : [$(cat broken)]/" \\
                          ${out%/slurm/*}/run.json > $out$i.partial/run.json
                        echo "why is here" > $out$i.out
                        echo COMPLETED > $job.$i.task
                        continue
                      fi
                      (
                        SLURM_ARRAY_TASK_ID=$i sh "$word" > "$out$i.out" 2>&1 &
                        echo $! > $job.$i.pid
                        wait
                        echo COMPLETED > $job.$i.task
                      ) > /dev/null 2>&1 &
                    done
                    """,
                    "squeue",
                    """
                    [ -e down ] && { echo "Unable to contact slurm controller"; exit 1; }
                    [ "$2" = --format=%F ] && exit
                    for task in *.task; do
                      says="$(cat $task)|None"
                      [ -e says ] && grep -qx RUNNING $task && says=$(cat says)
                      echo "$(echo ${task%.task} | tr . '|')|$says|n1"
                    done
                    """,
                    "scancel",
                    """
                    [ -e down -o -e deaf ] && { echo "Unable to contact slurm controller"; exit 1; }
                    kill -KILL $(cat /dev/null *.pid) 2> /dev/null
                    for task in *.task; do echo CANCELLED > $task; done
                    """,
                    "sinfo",
                    "echo 'batch*|infinite'",
                    "scontrol",
                    """
                    [ $1 = ping -a -e restarts ] && { rm restarts; exit 1; }
                    [ $1 = ping ] && echo "Slurmctld(primary) at here is UP"
                    [ $1 = show ] && echo "MaxArraySize = 1001"
                    exit 0
                    """);

    private final Path folder;

    /** Makes one that keeps everything in a new folder. */
    StandInSlurm(Path folder) throws IOException {
        this.folder = Files.createDirectory(folder);
        set("job", "100");
        for (Map.Entry<String, String> command : COMMANDS.entrySet()) {
            Path file = Files.createDirectories(folder.resolve("bin")).resolve(command.getKey());
            Files.writeString(
                    file,
                    "#!/bin/bash\nshopt -s nullglob\ncd %s\n%s"
                            .formatted(folder, command.getValue()));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Variables by which losslab finds the commands. */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
        return environment;
    }

    void set(String name, String value) throws IOException {
        Files.writeString(folder.resolve(name), value);
    }

    @Override
    public void close() throws IOException {
        for (Path file : FileTree.list(folder)) {
            if (file.toString().endsWith(".pid")) {
                long pid = Long.parseLong(Files.readString(file).strip());
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }
}
