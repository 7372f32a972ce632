package io.losslab.services.product;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.Collection;
import java.util.Map;

/** What the server of a product speaks for. Thread safe. */
public interface ProductHardware {
    /** The server's configuration is another; {@link ProductServer} says what it means. */
    void changed();

    /** Counters at one moment. Those that the hardware does not have are left out. */
    Reading read(Collection<PortCounter> counters);

    /**
     * Reads counters at every multiple of an interval of its time; where that stands still, once
     * after an interval of wall-clock time.
     *
     * @param first whether the values of the moment are read at once
     */
    Sampling sample(
            Collection<PortCounter> counters,
            long intervalNanos,
            boolean first,
            SampleReceiver receiver);

    /**
     * Counters of one moment.
     *
     * @param nanos of the hardware's time
     */
    record Reading(long nanos, Map<PortCounter, Long> values) {
        public Reading {
            values = Map.copyOf(values);
        }
    }

    /** Takes what is sampled, one reading at a time. */
    interface SampleReceiver {
        /** The call that its client made. */
        ServerCallStreamObserver<?> call();

        /** Whether it takes more. */
        boolean take(Reading reading);

        /** The hardware is no more. */
        void end(StatusRuntimeException why);
    }

    /** Goes on until closed. */
    interface Sampling extends AutoCloseable {
        @Override
        void close();
    }
}
