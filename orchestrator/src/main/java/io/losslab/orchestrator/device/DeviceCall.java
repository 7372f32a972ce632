package io.losslab.orchestrator.device;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;

/** One step that sets something on a device: what is sent, and how. */
public interface DeviceCall {
    /** Where it goes. */
    Device device();

    /** Whose address it goes to. */
    Service service();

    /** Service and method, such as {@code p4.v1.P4Runtime/Write}. */
    String method();

    /** What is sent. */
    Message request();

    /** What is sent, in a line. */
    default String summary() {
        return line(request());
    }

    /**
     * Makes the call.
     *
     * @throws io.losslab.driver.DeviceException where the device refuses it or does not answer
     */
    void send(DeviceSession session);

    /** A message in a line of 110 characters at most. */
    static String line(Message message) {
        String text = TextFormat.printer().shortDebugString(message);
        return text.length() > 110 ? text.substring(0, 110) + "..." : text;
    }
}
