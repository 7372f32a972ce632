package io.losslab.services.p4runtime.entity;

import com.google.protobuf.ByteString;
import io.losslab.services.p4runtime.program.BitString;
import io.losslab.services.p4runtime.program.Refusal;

/**
 * Port numbers as controllers write them outside of programs: 32 bits, the device's ports and the
 * CPU's.
 *
 * @param portCount ports are 1 to this number
 */
public record SdnPorts(int portCount) {
    public static final long CPU = 0xffff_fffdL;

    /** Checks a port of the device; returns it in canonical form. */
    public ByteString check(ByteString port, String what) throws Refusal {
        ByteString canonical = BitString.unsigned(port, 32, what);
        long number = BitString.toLong(canonical);
        Refusal.invalidIf(
                number < 1 || number > portCount,
                "%s %d is not on the device; it has ports 1..%d"
                        .formatted(what, number, portCount));
        return canonical;
    }

    /** Checks a port that may also be the CPU's. */
    ByteString checkOrCpu(ByteString port, String what) throws Refusal {
        ByteString canonical = BitString.unsigned(port, 32, what);
        return BitString.toLong(canonical) == CPU ? canonical : check(port, what);
    }
}
