"""Drives two neighbouring software switches as a controller that shares no code with them.

Arguments: port of the server, P4Info as text, device ids of two neighbours, port of the first that leads to the second.
Prints one line for each thing that was found out.
"""

import queue
import sys
import threading

import grpc
from google.protobuf import text_format
from google.rpc import code_pb2, status_pb2
from losslab.v1 import virtual_clock_pb2, virtual_clock_pb2_grpc
from p4.config.v1 import p4info_pb2
from p4.v1 import p4runtime_pb2 as p4
from p4.v1 import p4runtime_pb2_grpc
from reflection_v1 import reflection_pb2, reflection_pb2_grpc

LLDP = bytes.fromhex("0180c200000e" "020000000001" "88cc") + bytes(46)


def name(code):
    return code_pb2.Code.Name(code)


class Session:
    """A stream of one device and role."""

    def __init__(self, stub, device, election, role=""):
        self.device = device
        self.role = role
        self.election = p4.Uint128(low=election)
        self.requests = queue.Queue()
        self.answers = queue.Queue()
        self.call = stub.StreamChannel(iter(self.requests.get, None))
        threading.Thread(target=self.receive, daemon=True).start()
        self.claim(role)

    def claim(self, role=""):
        request = p4.StreamMessageRequest()
        request.arbitration.device_id = self.device
        request.arbitration.election_id.CopyFrom(self.election)
        if role:
            request.arbitration.role.name = role
        self.requests.put(request)

    def receive(self):
        try:
            for answer in self.call:
                self.answers.put(answer)
        except grpc.RpcError as e:
            self.answers.put(e)

    def next(self):
        return self.answers.get(timeout=60)

    def close(self):
        self.requests.put(None)


def read_p4info(path):
    with open(path, encoding="utf-8") as text:
        return text_format.Parse(text.read(), p4info_pb2.P4Info())


def services(channel):
    request = reflection_pb2.ServerReflectionRequest(list_services="*")
    answer = next(reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(iter([request])))
    return sorted(service.name for service in answer.list_services_response.service)


def set_pipeline(stub, session, info, cookie):
    request = p4.SetForwardingPipelineConfigRequest(device_id=session.device)
    request.election_id.CopyFrom(session.election)
    request.action = p4.SetForwardingPipelineConfigRequest.VERIFY_AND_COMMIT
    request.config.p4info.CopyFrom(info)
    request.config.cookie.cookie = cookie
    stub.SetForwardingPipelineConfig(request, timeout=60)


def route(host, port):
    entry = p4.TableEntry(table_id=0x02000001)
    match = entry.match.add(field_id=1)
    match.lpm.value = bytes([10, 0, 0, host])
    match.lpm.prefix_len = 32
    entry.match.add(field_id=2).exact.value = bytes([0])
    member = entry.action.action_profile_action_set.action_profile_actions.add(weight=1)
    member.action.action_id = 0x01000001
    member.action.params.add(param_id=1, value=bytes([port]))
    return entry


def write(stub, session, *updates, election=None):
    request = p4.WriteRequest(device_id=session.device)
    request.election_id.CopyFrom(election or session.election)
    for kind, entry in updates:
        update = request.updates.add(type=kind)
        update.entity.table_entry.CopyFrom(entry)
    stub.Write(request, timeout=60)


def read(stub, device, entity):
    request = p4.ReadRequest(device_id=device)
    request.entities.add().CopyFrom(entity)
    return [found for answer in stub.Read(request, timeout=60) for found in answer.entities]


def details(error):
    """The codes of a failed batch, one for each update."""
    packed = dict(error.trailing_metadata())["grpc-status-details-bin"]
    codes = []
    for detail in status_pb2.Status.FromString(packed).details:
        found = p4.Error()
        detail.Unpack(found)
        codes.append(name(found.canonical_code))
    return " ".join(codes)


def main(server_port, info_path, first, second, link_port):
    channel = grpc.insecure_channel(f"localhost:{server_port}")
    stub = p4runtime_pb2_grpc.P4RuntimeStub(channel)
    info = read_p4info(info_path)
    print("services", " ".join(services(channel)))
    print("version", stub.Capabilities(p4.CapabilitiesRequest(), timeout=60).p4runtime_api_version)

    primary = Session(stub, first, 5)
    print("claim 5", name(primary.next().arbitration.status.code))
    backup = Session(stub, first, 3)
    print("claim 3", name(backup.next().arbitration.status.code))

    set_pipeline(stub, primary, info, 42)
    config = stub.GetForwardingPipelineConfig(p4.GetForwardingPipelineConfigRequest(device_id=first), timeout=60).config
    print("pipeline", config.cookie.cookie, config.p4info == info)

    insert, delete = p4.Update.INSERT, p4.Update.DELETE
    routes = [route(1, 1), route(2, 2)]
    write(stub, primary, *((insert, entry) for entry in routes))
    everything = p4.Entity(table_entry=p4.TableEntry())
    print("read", [found.table_entry for found in read(stub, first, everything)] == routes)
    try:
        write(stub, primary, (insert, route(2, 1)), (delete, route(9, 1)), (insert, route(3, 200)), (insert, route(4, 1)))
    except grpc.RpcError as e:
        print("refused", e.code().name, details(e))
    try:
        write(stub, primary, (insert, route(5, 1)), election=backup.election)
    except grpc.RpcError as e:
        print("backup", e.code().name, e.details())

    neighbour = Session(stub, second, 1)
    neighbour.next()
    set_pipeline(stub, neighbour, info, 43)
    request = p4.StreamMessageRequest()
    request.packet.payload = LLDP
    request.packet.metadata.add(metadata_id=1, value=bytes([link_port]))
    primary.requests.put(request)
    # An answer on the stream says that what was sent before has been taken.
    request = p4.StreamMessageRequest()
    request.packet.payload = b"short"
    request.packet.metadata.add(metadata_id=1, value=bytes([link_port]))
    primary.requests.put(request)
    print("packet-out refused", name(primary.next().error.canonical_code))
    clock = virtual_clock_pb2_grpc.VirtualClockStub(channel)
    for _ in clock.RunUntil(virtual_clock_pb2.RunUntilRequest(until_ns=1_000_000), timeout=60):
        pass
    packet = neighbour.next().packet
    print("packet-in at port", int.from_bytes(packet.metadata[0].value, "big"), packet.payload == LLDP)

    sent = p4.Entity(counter_entry=p4.CounterEntry(counter_id=0x12000002, index=p4.Index(index=link_port)))
    print("sent", read(stub, first, sent)[0].counter_entry.data.packet_count)
    for session in (primary, backup, neighbour):
        session.close()
    channel.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]))
