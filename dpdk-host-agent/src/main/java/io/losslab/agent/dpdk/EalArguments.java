package io.losslab.agent.dpdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How DPDK's environment is started.
 *
 * @param memoryMegabytes for packet buffers, 16 and up
 * @param hugePages whether there are huge pages; without them DMA of real NICs does not work
 * @param pci whether to look for NICs on the PCI bus
 * @param devices virtual devices, as in {@code net_af_packet0,iface=eth1}
 * @param filePrefix keeps processes of one machine apart
 * @param more further arguments, as DPDK's manual has them
 */
public record EalArguments(
        int memoryMegabytes,
        boolean hugePages,
        boolean pci,
        List<String> devices,
        String filePrefix,
        List<String> more) {
    private static final int MIN_MEGABYTES = 16;

    /** Frames a ring of an interface holds while a busy machine lets its reader wait. */
    private static final int RING_FRAMES = 2048;

    private static final int SLOT_BYTES = 8192;

    /** Of {@code /proc/self/status}. */
    private static final String ALLOWED_CPUS = "Cpus_allowed_list:";

    /** More than AF_PACKET puts before a frame. */
    private static final int SLOT_HEADER_BYTES = 192;

    public EalArguments {
        devices = List.copyOf(devices);
        more = List.copyOf(more);
        if (memoryMegabytes < MIN_MEGABYTES) {
            throw new IllegalArgumentException(
                    "memory must be at least %d MB, got %d"
                            .formatted(MIN_MEGABYTES, memoryMegabytes));
        }
        if (!filePrefix.matches("[A-Za-z0-9._-]{1,48}")) {
            throw new IllegalArgumentException(
                    "filePrefix must be 1..48 letters, digits, '.', '_' or '-': " + filePrefix);
        }
    }

    /** Virtual devices only, without huge pages; needs nothing of the machine. */
    public static EalArguments virtualDevices(String filePrefix, int megabytes, String... devices) {
        return new EalArguments(megabytes, false, false, List.of(devices), filePrefix, List.of());
    }

    /**
     * A network interface of the kernel's as a virtual device; a block holds whole slots.
     *
     * @param maxFrameBytes of the longest frame
     */
    public static String interfaceDevice(int index, String networkInterface, int maxFrameBytes) {
        return "net_af_packet%d,iface=%s,framesz=%d,blocksz=65536,framecnt=%d"
                .formatted(index, networkInterface, slotBytes(maxFrameBytes), RING_FRAMES);
    }

    /**
     * Bytes of a ring's slot, its header included. A packet buffer must have as much room: the
     * driver copies what a slot holds.
     */
    public static int slotBytes(int maxFrameBytes) {
        return maxFrameBytes + SLOT_HEADER_BYTES <= SLOT_BYTES ? SLOT_BYTES : 2 * SLOT_BYTES;
    }

    /** CPUs that this process may use, such as {@code 8-11,16}: EAL takes no others. */
    private static String allowedCpus() {
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            return status.filter(line -> line.startsWith(ALLOWED_CPUS))
                    .map(line -> line.substring(ALLOWED_CPUS.length()).strip())
                    .findFirst()
                    .orElseThrow(() -> new IOException("no " + ALLOWED_CPUS));
        } catch (IOException e) {
            throw new DpdkException("the CPUs of this process are not known", e);
        }
    }

    /** Why DPDK does not start with them. */
    String refusal(int errno) {
        boolean memory = errno == Errno.ENOMEM;
        // Where there are no huge pages at all, it says that they are not permitted.
        if (hugePages && (memory || errno == Errno.EACCES)) {
            return ("cannot have %d MB of huge pages; see HugePages_Free in /proc/meminfo, reserve"
                            + " more with 'sysctl vm.nr_hugepages=COUNT', and run as root")
                    .formatted(memoryMegabytes);
        }
        return memory ? "not enough memory; lower --memory" : Errno.text(errno);
    }

    /** As a command line, the program's name first. */
    List<String> commandLine() {
        List<String> line = new ArrayList<>();
        line.add("losslab-agent");
        line.add("--log-level=lib.*:error");
        line.add("--log-level=pmd.*:error");
        line.add("--no-telemetry");
        // No process shares this one's memory, so nothing of it needs a name on the machine.
        line.add("--no-shconf");
        line.add("--file-prefix=" + filePrefix);
        line.add("-m");
        line.add(Integer.toString(memoryMegabytes));
        line.add(hugePages ? "--huge-unlink" : "--no-huge");
        if (!pci) {
            line.add("--no-pci");
        }
        line.add("--lcores=0@(" + allowedCpus() + ")");
        devices.forEach(device -> line.add("--vdev=" + device));
        line.addAll(more);
        return line;
    }
}
