package io.losslab.labs.probe;

import io.losslab.proto.v1.PassedFrame;
import io.losslab.proto.v1.PortFrames;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames of one class that passed a host's port, by its clock, in order.
 *
 * @param dataSent when each began to leave
 * @param dataReceived when each had come whole
 */
record Passed(
        List<Long> dataSent, List<Long> dataReceived, List<Pause> sent, List<Pause> received) {

    /**
     * A pause frame.
     *
     * @param quanta 0 resumes
     */
    record Pause(long nanos, int quanta) {
        boolean resumes() {
            return quanta == 0;
        }
    }

    Passed {
        dataSent = List.copyOf(dataSent);
        dataReceived = List.copyOf(dataReceived);
        sent = List.copyOf(sent);
        received = List.copyOf(received);
    }

    /** Those of a class among all that an agent noted. */
    static Passed of(List<PortFrames> batches, int trafficClass) {
        List<Long> dataSent = new ArrayList<>();
        List<Long> dataReceived = new ArrayList<>();
        List<Pause> sent = new ArrayList<>();
        List<Pause> received = new ArrayList<>();
        for (PortFrames rows : batches) {
            for (int row = 0; row < rows.getTimeNsCount(); row++) {
                if (rows.getPriority(row) != trafficClass) {
                    continue;
                }
                long nanos = rows.getTimeNs(row);
                Pause pause = new Pause(nanos, rows.getSize(row));
                if (rows.getFrame(row) == PassedFrame.DATA_SENT) {
                    dataSent.add(nanos);
                } else if (rows.getFrame(row) == PassedFrame.DATA_RECEIVED) {
                    dataReceived.add(nanos);
                } else if (rows.getFrame(row) == PassedFrame.PAUSE_SENT) {
                    sent.add(pause);
                } else {
                    received.add(pause);
                }
            }
        }
        return new Passed(dataSent, dataReceived, sent, received);
    }

    /** With what passed later. */
    Passed and(Passed later) {
        return new Passed(
                joined(dataSent, later.dataSent),
                joined(dataReceived, later.dataReceived),
                joined(sent, later.sent),
                joined(received, later.received));
    }

    /** Whether a pause came. */
    boolean wasPaused() {
        return received.stream().anyMatch(pause -> !pause.resumes());
    }

    /** Whether a resume came. */
    boolean wasResumed() {
        return received.stream().anyMatch(Pause::resumes);
    }

    /** Data frames that had come by a time. */
    int receivedBy(long nanos) {
        return (int) dataReceived.stream().filter(each -> each < nanos).count();
    }

    private static <T> List<T> joined(List<T> first, List<T> then) {
        List<T> all = new ArrayList<>(first);
        all.addAll(then);
        return all;
    }
}
