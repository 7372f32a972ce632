package io.losslab.services.lab;

import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.gNMIGrpc;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.PortFlowControl;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** Two switches and a gNMI client, with short ways to ask and to look at answers. */
abstract class GnmiSites {
    static final String PFC = "/qos/interfaces/interface[interface-id=Ethernet2]/pfc";
    static final String ENABLE = PFC + "/pfc-priorities/pfc-priority[dot1p=3]/config/enable";
    static final String COUNTERS = "/interfaces/interface[name=Ethernet1]/state/counters";

    final TwoSites lab = new TwoSites();
    final gNMIGrpc.gNMIBlockingStub gnmi =
            gNMIGrpc.newBlockingStub(lab.channel).withDeadlineAfter(5, TimeUnit.MINUTES);

    @AfterEach
    void stop() {
        lab.close();
    }

    GetResponse get(String target, Encoding encoding, String path) {
        return gnmi.get(
                GetRequest.newBuilder()
                        .setPrefix(target(target))
                        .setEncoding(encoding)
                        .addPath(PathText.parse(path))
                        .build());
    }

    Map<String, TypedValue> values(String target, String path) {
        return byPath(get(target, Encoding.PROTO, path).getNotification(0));
    }

    static Map<String, TypedValue> byPath(Notification notification) {
        Map<String, TypedValue> values = new TreeMap<>();
        notification
                .getUpdateList()
                .forEach(update -> values.put(PathText.format(update.getPath()), update.getVal()));
        return values;
    }

    static Path target(String name) {
        return Path.newBuilder().setTarget(name).build();
    }

    static Update update(String path, TypedValue value) {
        return Update.newBuilder().setPath(PathText.parse(path)).setVal(value).build();
    }

    static SetRequest.Builder request(String target) {
        return SetRequest.newBuilder().setPrefix(target(target));
    }

    static TypedValue text(String value) {
        return TypedValue.newBuilder().setStringVal(value).build();
    }

    static TypedValue number(long value) {
        return TypedValue.newBuilder().setUintVal(value).build();
    }

    static TypedValue bool(boolean value) {
        return TypedValue.newBuilder().setBoolVal(value).build();
    }

    PortFlowControl portOfSwitchControl(int port) {
        return lab.switches
                .getSwitchConfig(GetSwitchRequest.newBuilder().setDeviceId(TwoSites.M).build())
                .getPorts(port - 1);
    }

    static SetRequest.Builder pfcOn(long xoff, long xon) {
        return request("M")
                .addUpdate(update(PFC + "/thresholds/config/xoff-bytes", number(xoff)))
                .addUpdate(update(PFC + "/thresholds/config/xon-bytes", number(xon)))
                .addUpdate(update(PFC + "/thresholds/config/headroom-bytes", number(450_000)))
                .addUpdate(update(ENABLE, bool(true)));
    }
}
