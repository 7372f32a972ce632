package io.losslab.devices;

/** What setting a part takes from a device for a while, such as links that go down and come up. */
public interface Recovery {
    /** Of a part that takes nothing. */
    Recovery NONE = session -> {};

    /**
     * Waits until the device has it again.
     *
     * @throws io.losslab.driver.DeviceException where that takes too long
     */
    void await(DeviceSession session);
}
