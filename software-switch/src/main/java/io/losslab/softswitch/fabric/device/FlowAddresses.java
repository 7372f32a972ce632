package io.losslab.softswitch.fabric.device;

import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.softswitch.fabric.host.HostStack;
import java.util.Arrays;

/**
 * Addresses and ports of flows by their numbers, in one row each: schemes ask for them packet by
 * packet, and a flow keeps its own for life.
 */
final class FlowAddresses {
    private static final int SOURCE = 0;
    private static final int DESTINATION = 1;
    private static final int UDP_PORT = 2;
    private static final int KNOWN = 3;

    private final Topology topology;
    private final HostStack hosts;
    private int[] rows = new int[64 << 2];

    FlowAddresses(Topology topology, HostStack hosts) {
        this.topology = topology;
        this.hosts = hosts;
    }

    int sourceIpv4(int flow) {
        int row = row(flow);
        return rows[row + SOURCE];
    }

    int destinationIpv4(int flow) {
        int row = row(flow);
        return rows[row + DESTINATION];
    }

    int udpSourcePort(int flow) {
        int row = row(flow);
        return rows[row + UDP_PORT];
    }

    /** Where a flow's row starts; may make the array longer. */
    private int row(int flow) {
        int row = flow << 2;
        if (row >= rows.length || rows[row + KNOWN] == 0) {
            write(flow, row);
        }
        return row;
    }

    private void write(int flow, int row) {
        FlowSpec spec = hosts.spec(flow);
        if (row >= rows.length) {
            rows = Arrays.copyOf(rows, Math.max(2 * rows.length, row + 4));
        }
        rows[row + SOURCE] = topology.nodes().get(spec.srcNode()).ipv4();
        rows[row + DESTINATION] = topology.nodes().get(spec.dstNode()).ipv4();
        rows[row + UDP_PORT] = spec.udpSourcePort();
        rows[row + KNOWN] = 1;
    }
}
