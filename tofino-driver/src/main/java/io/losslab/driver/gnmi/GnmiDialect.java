package io.losslab.driver.gnmi;

import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.Path;

/**
 * How a system speaks gNMI: what its servers require of requests, and what their replies look like.
 *
 * @param target of prefixes; empty where the server is the device
 * @param origin of prefixes, which names the schema of paths; empty: the server's own choice
 * @param encoding of values that are asked for and that are set
 * @param settings which data a Get of settings asks for: CONFIG leaves out defaults, where the
 *     server can tell
 * @param moduleNames whether names in replies may carry the name of their YANG module before a
 *     colon, which is then removed
 * @param answersGet whether it has Get; values of others are taken from a stream
 * @param shortestSampleNanos shortest interval of samples; 0: any
 */
public record GnmiDialect(
        String target,
        String origin,
        Encoding encoding,
        GetRequest.DataType settings,
        boolean moduleNames,
        boolean answersGet,
        long shortestSampleNanos) {
    /** Of a server that takes everything as gNMI has it. */
    public static GnmiDialect of(Encoding encoding) {
        return new GnmiDialect("", "", encoding, GetRequest.DataType.ALL, false, true, 0);
    }

    /** The same towards one of the devices behind a server. */
    public GnmiDialect to(String device) {
        return new GnmiDialect(
                device, origin, encoding, settings, moduleNames, answersGet, shortestSampleNanos);
    }

    /** The same in a schema. */
    public GnmiDialect in(String schema) {
        return new GnmiDialect(
                target, schema, encoding, settings, moduleNames, answersGet, shortestSampleNanos);
    }

    /** The same where replies may carry names of modules. */
    public GnmiDialect withModuleNames() {
        return new GnmiDialect(
                target, origin, encoding, settings, true, answersGet, shortestSampleNanos);
    }

    /** The same where a Get of settings asks for one kind of data. */
    public GnmiDialect withSettings(GetRequest.DataType type) {
        return new GnmiDialect(
                target, origin, encoding, type, moduleNames, answersGet, shortestSampleNanos);
    }

    /** The same without Get. */
    public GnmiDialect withoutGet() {
        return new GnmiDialect(
                target, origin, encoding, settings, moduleNames, false, shortestSampleNanos);
    }

    /** The same with a bound on sampling. */
    public GnmiDialect sampledEvery(long nanos) {
        return new GnmiDialect(target, origin, encoding, settings, moduleNames, answersGet, nanos);
    }

    /** The prefix of its requests. */
    public Path prefix() {
        return Path.newBuilder().setTarget(target).setOrigin(origin).build();
    }
}
