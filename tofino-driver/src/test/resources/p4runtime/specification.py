"""Asks a software switch for what the P4Runtime specification 1.5 says of unusual requests.

Arguments: port of the server, device ids of two neighbours, ports of each that lead to the other, and P4Infos as text: of
the forwarding program, of one with large registers, and of one for another architecture. Prints one line for each thing
that was found out.
"""

import sys

import grpc
from google.protobuf import any_pb2
from google.rpc import status_pb2
from p4.config.v1 import p4info_pb2
from p4.v1 import p4runtime_pb2 as p4
from p4.v1 import p4runtime_pb2_grpc
from losslab.v1 import virtual_clock_pb2, virtual_clock_pb2_grpc
from reflection_v1alpha import reflection_pb2, reflection_pb2_grpc

import foreign_client as foreign

METER = 0x14000001


def outcome(call):
    try:
        call()
        return "OK"
    except grpc.RpcError as e:
        return e.code().name


def end(session):
    """How a stream ends."""
    ended = session.next()
    return ended.code().name if isinstance(ended, grpc.RpcError) else "goes on"


def claimed(session):
    update = session.next().arbitration
    return foreign.name(update.status.code) + " of role '" + update.role.name + "'"


def roles(stub, device, primary):
    other = foreign.Session(stub, device, 5, "telemetry")
    print("a role has an election of its own:", claimed(other))
    request = p4.WriteRequest(device_id=device, role="telemetry", election_id=other.election)
    request.updates.add(type=p4.Update.INSERT).entity.table_entry.CopyFrom(foreign.route(7, 1))
    print("its primary writes:", outcome(lambda: stub.Write(request)))
    request.role = "nobody"
    print("an unknown role writes:", outcome(lambda: stub.Write(request)))
    other.claim("operator")
    print("a live stream changes its role:", end(other))
    configured = foreign.Session(stub, device, 4)
    configured.next()
    update = p4.StreamMessageRequest()
    update.arbitration.device_id = device
    update.arbitration.election_id.low = 4
    update.arbitration.role.config.Pack(p4.Entity())
    configured.requests.put(update)
    print("a role has a config:", end(configured))
    primary.claim()
    print("the primary of the default role is still", claimed(primary))


def byte_strings(stub, session):
    wide, empty, long = foreign.route(20, 1), foreign.route(21, 1), foreign.route(22, 1)
    parameter(wide).value = bytes([2, 0])
    parameter(empty).value = b""
    parameter(long).value = bytes([0, 0, 1])
    key = foreign.route(23, 1)
    key.match[1].exact.value = bytes([1, 0, 0, 0])
    try:
        foreign.write(stub, session, *((p4.Update.INSERT, entry) for entry in (wide, empty, long, key)))
    except grpc.RpcError as e:
        print("bytes too wide, none, padded, a key too wide:", foreign.details(e))


def parameter(entry):
    return entry.action.action_profile_action_set.action_profile_actions[0].action.params[0]


def meters(stub, session):
    def set_meter(cir, pir):
        request = p4.WriteRequest(device_id=session.device, election_id=session.election)
        entry = request.updates.add(type=p4.Update.MODIFY).entity.meter_entry
        entry.meter_id = METER
        entry.index.index = 0
        entry.config.cir, entry.config.pir = cir, pir
        stub.Write(request)

    try:
        set_meter(2000, 1000)
    except grpc.RpcError as e:
        print("a meter whose peak is below its committed rate:", foreign.details(e))
    print("the other way round:", outcome(lambda: set_meter(1000, 2000)))


def large_batches(stub, session):
    for count in (100, 1000):
        entries = [foreign.route(host % 200 + 50, 1) for host in range(count)]
        try:
            foreign.write(stub, session, *((p4.Update.DELETE, entry) for entry in entries))
        except grpc.RpcError as e:
            packed = dict(e.trailing_metadata())["grpc-status-details-bin"]
            errors = [p4.Error.FromString(it.value) for it in status_pb2.Status.FromString(packed).details]
            texts = sum("no entry for" in it.message for it in errors)
            print(
                e.code().name, e.details(), "with", len(errors), "details,", texts, "texts,",
                sum(foreign.name(it.canonical_code) == "NOT_FOUND" for it in errors), "not found")


def idle_timeouts(stub, session, info):
    idle = foreign.route(40, 1)
    idle.idle_timeout_ns = 1000
    try:
        foreign.write(stub, session, (p4.Update.INSERT, idle))
    except grpc.RpcError as e:
        print("an idle timeout in a table without:", foreign.details(e))
    request = p4.SetForwardingPipelineConfigRequest(device_id=session.device, election_id=session.election)
    request.action = p4.SetForwardingPipelineConfigRequest.VERIFY
    request.config.p4info.CopyFrom(info)
    request.config.p4info.tables[0].idle_timeout_behavior = p4info_pb2.Table.NOTIFY_CONTROL
    print("a program whose entries time out:", outcome(lambda: stub.SetForwardingPipelineConfig(request)))


def packets(channel, stub, session, second, link, back, info):
    """A packet out of a port is routed by the neighbour, here back by the port it came from."""
    neighbour = foreign.Session(stub, second, 1)
    neighbour.next()
    info.controller_packet_metadata[0].metadata.add(id=9, name="_padding", bitwidth=7)
    foreign.set_pipeline(stub, neighbour, info, 2)
    foreign.write(stub, neighbour, (p4.Update.INSERT, foreign.route(77, back)))
    request = p4.StreamMessageRequest()
    request.packet.payload = (
        bytes(12) + bytes.fromhex("0800" "45") + bytes(8) + bytes([17]) + bytes(6) + bytes([10, 0, 0, 77]) + bytes(66))
    request.packet.metadata.add(metadata_id=1, value=bytes([link]))
    session.requests.put(request)
    session.claim()
    session.next()
    clock = virtual_clock_pb2_grpc.VirtualClockStub(channel)
    for _ in clock.RunUntil(virtual_clock_pb2.RunUntilRequest(until_ns=1_000_000), timeout=60):
        pass
    sent = p4.Entity(counter_entry=p4.CounterEntry(counter_id=0x12000002, index=p4.Index(index=back)))
    print("the neighbour sent", foreign.read(stub, second, sent)[0].counter_entry.data.packet_count)
    neighbour.close()


def pipelines(stub, session, large, foreign_architecture):
    def verify(info):
        request = p4.SetForwardingPipelineConfigRequest(device_id=session.device, election_id=session.election)
        request.action = p4.SetForwardingPipelineConfigRequest.VERIFY
        request.config.p4info.CopyFrom(info)
        stub.SetForwardingPipelineConfig(request)

    large.registers[0].size = 1 << 21
    print("a register of", large.registers[0].size, "cells:", outcome(lambda: verify(large)))
    try:
        verify(foreign_architecture)
    except grpc.RpcError as e:
        print("another architecture:", e.code().name, e.details())


def reset(channel, primary):
    """The fabric is made anew, as a run does before its first cell."""
    clock = virtual_clock_pb2_grpc.VirtualClockStub(channel)
    clock.Reset(virtual_clock_pb2.ResetRequest(data_queues=8), timeout=60)
    print("the primary of a lab that is reset:", end(primary))


def main(server_port, device, second, link, back, forwarding, large, foreign_architecture):
    channel = grpc.insecure_channel(f"localhost:{server_port}")
    stub = p4runtime_pb2_grpc.P4RuntimeStub(channel)
    request = reflection_pb2.ServerReflectionRequest(list_services="*")
    answer = next(reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(iter([request])))
    names = [service.name for service in answer.list_services_response.service]
    print("old reflection lists P4Runtime:", "p4.v1.P4Runtime" in names)
    primary = foreign.Session(stub, device, 5)
    primary.next()
    info = foreign.read_p4info(forwarding)
    meter = info.meters.add(size=2)
    meter.preamble.id = METER
    meter.preamble.name = "ingress.rate"
    meter.spec.unit = p4info_pb2.MeterSpec.BYTES
    foreign.set_pipeline(stub, primary, info, 1)
    byte_strings(stub, primary)
    meters(stub, primary)
    large_batches(stub, primary)
    pipelines(stub, primary, foreign.read_p4info(large), foreign.read_p4info(foreign_architecture))
    idle_timeouts(stub, primary, info)
    packets(channel, stub, primary, second, link, back, info)
    roles(stub, device, primary)
    reset(channel, primary)
    primary.close()
    channel.close()


if __name__ == "__main__":
    main(*(int(it) for it in sys.argv[1:6]), *sys.argv[6:])
