package io.losslab.services.gnmi.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import java.util.HashMap;
import java.util.Map;

/**
 * What stands below a place of the tree as one JSON value: containers are objects, lists arrays. By
 * RFC 7951, section 4, a name is qualified with its module at the top and where the module changes.
 */
public final class JsonSubtree {
    private final SwitchReading reading;
    private final boolean ietf;
    private final int depth;
    private final ObjectNode root = JsonNodeFactory.instance.objectNode();

    /** By path from the place down, the object there. */
    private final Map<Path, ObjectNode> objects = new HashMap<>();

    private JsonNode scalar;

    /**
     * An empty subtree.
     *
     * @param depth elements of the place's path
     * @param ietf by RFC 7951, else plain
     */
    public JsonSubtree(SwitchReading reading, int depth, boolean ietf) {
        this.reading = reading;
        this.depth = depth;
        this.ietf = ietf;
        objects.put(Path.getDefaultInstance(), root);
    }

    public void add(Leaf leaf) {
        JsonNode value = leaf.type().json(leaf.reader().read(reading), ietf);
        int last = leaf.path().getElemCount() - 1;
        if (last < depth) {
            scalar = value;
            return;
        }
        parent(leaf, last).set(name(leaf, last), value);
    }

    /** All that was added. */
    public JsonNode value() {
        return scalar == null ? root : scalar;
    }

    private ObjectNode parent(Leaf leaf, int last) {
        Path.Builder path = Path.newBuilder();
        ObjectNode parent = root;
        for (int i = depth; i < last; i++) {
            path.addElem(leaf.path().getElem(i));
            ObjectNode at = objects.get(path.build());
            if (at == null) {
                at = child(parent, leaf, i);
                objects.put(path.build(), at);
            }
            parent = at;
        }
        return parent;
    }

    private ObjectNode child(ObjectNode parent, Leaf leaf, int at) {
        String name = name(leaf, at);
        PathElem elem = leaf.path().getElem(at);
        if (elem.getKeyCount() == 0) {
            return parent.putObject(name);
        }
        JsonNode list = parent.get(name);
        return (list instanceof ArrayNode entries ? entries : parent.putArray(name)).addObject();
    }

    private String name(Leaf leaf, int at) {
        String module = leaf.modules().get(at);
        boolean qualified = ietf && (at == depth || !module.equals(leaf.modules().get(at - 1)));
        String name = leaf.path().getElem(at).getName();
        return qualified ? module + ":" + name : name;
    }
}
