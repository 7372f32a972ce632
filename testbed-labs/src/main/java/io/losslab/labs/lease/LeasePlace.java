package io.losslab.labs.lease;

import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseState;

/**
 * Where a testbed's lease is kept: a cell with a clock of its own. What a lease means is decided
 * here, by its readers; the place only guarantees that of two who replace the same lease at the
 * same time one fails.
 */
public interface LeasePlace extends AutoCloseable {
    /** Where it is, for messages. */
    String name();

    /**
     * What stands there.
     *
     * @throws io.losslab.devices.failure.CommandFailure where it cannot be told
     * @throws io.losslab.driver.DeviceException where it cannot be told
     */
    LeaseState read();

    /**
     * Replaces a lease, unless another one than the caller has seen stands there.
     *
     * @param seen the default instance: none
     * @param wanted the default instance: none
     * @return what stands there then
     * @throws io.losslab.devices.failure.CommandFailure where it is not known whether it does
     * @throws io.losslab.driver.DeviceException where it is not known whether it does
     */
    LeaseState replace(Lease seen, Lease wanted);

    @Override
    void close();
}
