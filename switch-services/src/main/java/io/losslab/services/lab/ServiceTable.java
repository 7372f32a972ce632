package io.losslab.services.lab;

import io.grpc.BindableService;
import io.grpc.HandlerRegistry;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The services of a server that can be exchanged while it runs. Thread safe. */
final class ServiceTable extends HandlerRegistry {
    private volatile Map<String, ServerMethodDefinition<?, ?>> methods = Map.of();
    private volatile List<ServerServiceDefinition> services = List.of();

    /** Puts services in the place of all there were; calls under way go on. */
    void put(List<BindableService> bindable) {
        List<ServerServiceDefinition> bound =
                bindable.stream().map(BindableService::bindService).toList();
        Map<String, ServerMethodDefinition<?, ?>> byName = new HashMap<>();
        for (ServerServiceDefinition service : bound) {
            for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
                byName.put(method.getMethodDescriptor().getFullMethodName(), method);
            }
        }
        services = bound;
        methods = byName;
    }

    @Override
    public List<ServerServiceDefinition> getServices() {
        return services;
    }

    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String methodName, String authority) {
        return methods.get(methodName);
    }
}
