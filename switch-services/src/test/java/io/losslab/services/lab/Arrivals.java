package io.losslab.services.lab;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What a server streams, queued.
 *
 * @param <Q> request
 * @param <A> answer
 */
final class Arrivals<Q, A> implements ClientResponseObserver<Q, A> {
    private static final long PATIENCE_SECONDS = 60;

    private final BlockingQueue<A> waiting = new LinkedBlockingQueue<>();
    private final BlockingQueue<Status> end = new LinkedBlockingQueue<>();
    private final int first;
    private ClientCallStreamObserver<Q> call;

    Arrivals() {
        this(Integer.MAX_VALUE);
    }

    /** Of a client that reads so many answers before {@link #readOn}. */
    Arrivals(int first) {
        this.first = first;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<Q> started) {
        call = started;
        started.disableAutoRequestWithInitial(first);
    }

    /** Reads all there is and will be. */
    void readOn() {
        call.request(Integer.MAX_VALUE);
    }

    @Override
    public void onNext(A answer) {
        waiting.add(answer);
    }

    @Override
    public void onError(Throwable cause) {
        end.add(Status.fromThrowable(cause));
    }

    @Override
    public void onCompleted() {
        end.add(Status.OK);
    }

    A next() throws InterruptedException {
        A answer = waiting.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError("nothing came; the stream's end: " + end);
        }
        return answer;
    }

    Status end() throws InterruptedException {
        Status status = end.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (status == null) {
            throw new AssertionError("the stream goes on, with " + waiting.size() + " answers");
        }
        return status;
    }

    /** What has come and was not asked for yet. */
    List<A> rest() {
        List<A> answers = new ArrayList<>();
        waiting.drainTo(answers);
        return answers;
    }

    void cancel() {
        call.cancel("seen enough", null);
    }
}
