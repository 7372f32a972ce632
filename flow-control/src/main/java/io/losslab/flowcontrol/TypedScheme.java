package io.losslab.flowcontrol;

import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;

/**
 * A scheme that reads its settings as an object of its own, which knows what they promise.
 *
 * @param <S> that object
 */
public interface TypedScheme<S extends PortSettings> extends SchemeType {
    /**
     * Reads resolved settings.
     *
     * @throws IllegalArgumentException where a value is missing or out of range
     */
    S read(Settings settings);

    /** Makes the downstream end at a port; null if the scheme has none. */
    default IngressScheme downstream(DataPlane plane, int port, S settings) {
        return null;
    }

    @Override
    default IngressScheme downstream(DataPlane plane, int port, Settings settings) {
        return downstream(plane, port, read(settings));
    }

    @Override
    default List<SettingProblem> problems(Settings settings, LinkProfile link, long bufferBytes) {
        return read(settings).problems(link, bufferBytes);
    }

    @Override
    default long reservedBytes(Settings settings) {
        return read(settings).reservedBytes();
    }
}
