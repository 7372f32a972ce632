"""Talks gNMI to a switch: arguments are the port, a file of descriptors, and the target's name."""

import sys

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

port, descriptors, target = sys.argv[1:]
pool = descriptor_pool.DescriptorPool()
with open(descriptors, "rb") as file:
    for each in descriptor_pb2.FileDescriptorSet.FromString(file.read()).file:
        pool.Add(each)
factory = message_factory.MessageFactory(pool)


def message(name):
    return factory.GetPrototype(pool.FindMessageTypeByName(name))


def call(kind, method, request, response):
    return getattr(channel, kind)(
        method,
        request_serializer=message(request).SerializeToString,
        response_deserializer=message(response).FromString,
    )


def path(*elems):
    result = message("gnmi.Path")()
    for name, keys in elems:
        elem = result.elem.add(name=name)
        elem.key.update(keys)
    return result


Path = message("gnmi.Path")
channel = grpc.insecure_channel("localhost:" + port)
capabilities = call(
    "unary_unary", "/gnmi.gNMI/Capabilities", "gnmi.CapabilityRequest", "gnmi.CapabilityResponse")
get = call("unary_unary", "/gnmi.gNMI/Get", "gnmi.GetRequest", "gnmi.GetResponse")
put = call("unary_unary", "/gnmi.gNMI/Set", "gnmi.SetRequest", "gnmi.SetResponse")
subscribe = call(
    "stream_stream", "/gnmi.gNMI/Subscribe", "gnmi.SubscribeRequest", "gnmi.SubscribeResponse")
run = call(
    "unary_stream",
    "/losslab.v1.VirtualClock/RunUntil",
    "losslab.v1.RunUntilRequest",
    "losslab.v1.ClockTime")

print("version", capabilities(message("gnmi.CapabilityRequest")()).gNMI_version)

size = path(("qos", {}), ("shared-buffer", {}), ("config", {}), ("size-bytes", {}))
change = message("gnmi.SetRequest")(prefix=Path(target=target))
change.update.add(path=size).val.uint_val = 5000000
print("set", [result.op for result in put(change).response])
read = message("gnmi.GetRequest")(prefix=Path(target=target), encoding=4, path=[size])
print("get", get(read).notification[0].update[0].val.json_ietf_val.decode())

untargeted = message("gnmi.GetRequest")(encoding=4, path=[path(("openconfig-system:system", {}), ("state", {}), ("hostname", {}))])
notification = get(untargeted).notification[0]
print("without target", notification.prefix.target, notification.update[0].val.json_ietf_val.decode())


def union(*values):
    request = message("gnmi.SetRequest")(prefix=Path(target=target))
    for value in values:
        entry = request.union_replace.add(path=path(
            ("openconfig-qos:qos", {}), ("losslab-flow-control:shared-buffer", {})))
        entry.val.json_ietf_val = b'{"config": {"size-bytes": "%d"}}' % value
    return request


print("union", [result.op for result in put(union(4000000, 4000000)).response],
      get(read).notification[0].update[0].val.json_ietf_val.decode())
try:
    put(union(4000000, 4500000))
except grpc.RpcError as refused:
    print("refused", refused.code().name)
mixed = union(4000000)
mixed.delete.add().CopyFrom(size)
try:
    put(mixed)
except grpc.RpcError as refused:
    print("refused", refused.code().name)

unknown = message("gnmi.GetRequest")(prefix=Path(target=target), path=[path(("nowhere", {}))])
try:
    get(unknown)
except grpc.RpcError as refused:
    print("refused", refused.code().name)

first = message("gnmi.SubscribeRequest")()
first.subscribe.prefix.target = target
first.subscribe.encoding = 2
first.subscribe.subscription.add(
    path=path(("interfaces", {}), ("interface", {"name": "Ethernet1"}), ("state", {}),
              ("counters", {}), ("out-pkts", {})),
    mode=2,
    sample_interval=5000)
answers = subscribe(iter([first]))
print("first", next(answers).update.timestamp)
print("sync", next(answers).sync_response)
for time in run(message("losslab.v1.RunUntilRequest")(until_ns=10000)):
    pass
for _ in range(2):
    update = next(answers).update
    print("sample", update.timestamp, update.prefix.target, update.update[0].val.uint_val)
answers.cancel()
