package io.losslab.flowcontrol;

import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A flow-control scheme as the registry knows it: its name, its settings, and how its two ends are
 * made. Stateless; thread safe.
 *
 * <p>The downstream end of a link is a {@link IngressScheme} a port, told by ingress; what works at
 * egress queues is an {@link EgressScheme} a device. A scheme has either or both.
 */
public interface SchemeType {
    /** Key of a scheme's rule in experiment files. */
    String name();

    /** One line for lists: what it does and where it comes from. */
    String title();

    /** Keys of the rule, in the order they are listed. */
    List<Setting> settings();

    /** What holds of it whatever its settings are. */
    default Set<Trait> traits() {
        return Set.of();
    }

    default boolean has(Trait trait) {
        return traits().contains(trait);
    }

    /**
     * What given settings contradict among themselves, on any link.
     *
     * @param given as {@link #resolve} takes them
     */
    default List<SettingProblem> contradictions(Settings given) {
        return List.of();
    }

    /**
     * Puts values where {@link Setting#AUTO} stands.
     *
     * @param given every key of {@link #settings} has a value or AUTO
     * @return every key that applies has a value
     * @throws IllegalArgumentException where the link does not suit the scheme
     */
    Settings resolve(Settings given, LinkProfile link);

    /**
     * What resolved settings cannot promise at a port; fatal ones are refused.
     *
     * @param bufferBytes packet memory of the device
     * @throws IllegalArgumentException where a value is missing or out of range
     */
    List<SettingProblem> problems(Settings settings, LinkProfile link, long bufferBytes);

    /**
     * As {@link #problems}, at a switch port that leads to a host which relays.
     *
     * @param feeding the links at the host's other ports
     */
    default List<SettingProblem> problemsAtRelay(
            Settings settings, LinkProfile link, List<LinkProfile> feeding, long bufferBytes) {
        return problems(settings, link, bufferBytes);
    }

    /**
     * Memory that a host which relays must have for what it passes on by a port, for no drops.
     *
     * @param settings resolved
     * @param feeding the links at its other ports
     */
    default long relayBytes(Settings settings, LinkProfile link, List<LinkProfile> feeding) {
        return 0;
    }

    /** Bytes of the device's buffer that a port sets aside. */
    default long reservedBytes(Settings settings) {
        return 0;
    }

    /**
     * Makes the downstream end at a port; null if the scheme has none.
     *
     * @throws IllegalArgumentException where the settings cannot be
     */
    default IngressScheme downstream(DataPlane plane, int port, Settings settings) {
        return null;
    }

    /**
     * Makes the egress side of a device; null if the scheme has none.
     *
     * @param byPort settings of the ports that a rule names
     * @throws IllegalArgumentException where the settings cannot be
     */
    default EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        return null;
    }

    /**
     * Priorities whose pause frames the far end of the link must obey, bit i = priority i.
     *
     * @param ofTraffic those that hosts send with
     */
    default int priorities(Settings settings, int ofTraffic) {
        return ofTraffic;
    }

    /**
     * Priority that packets leave a device with.
     *
     * @param settings resolved
     * @param priority they came with
     * @param host whether the device is a host that relays, not a switch
     */
    default int priorityBehind(Settings settings, int priority, boolean host) {
        return priority;
    }

    /**
     * Data queues an egress port needs, 8 to 256.
     *
     * @param settings resolved
     */
    default int queues(Settings settings, int devicePorts) {
        return 8;
    }

    /**
     * How the pauses that it sends end, as both ends of the link must take them; empty where it
     * does not say, and they end as the standard has it.
     */
    default Optional<PauseTimer> pauseTimer(Settings settings) {
        return Optional.empty();
    }

    /**
     * Keys whose values decide whether the far end of the link can read its frames: both ends run
     * the scheme, with the same values. Empty where an end may run it alone.
     */
    default List<String> agreedKeys() {
        return List.of();
    }

    /**
     * What of it a coprocessor cannot run; each message tells what the settings of a port have.
     *
     * @param settings resolved
     */
    default List<SettingProblem> problemsOfCoprocessor(Settings settings) {
        return List.of();
    }

    /**
     * How many hosts may relay a packet, one after the other, for no drop to be promised.
     *
     * @param settings resolved
     */
    default int mostRelays(Settings settings) {
        return Integer.MAX_VALUE;
    }

    /**
     * What it guarantees.
     *
     * @param settings resolved
     */
    default Set<Promise> promises(Settings settings, LinkProfile link) {
        return Set.of(Promise.NO_DROPS);
    }
}
