package io.losslab.configs.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.configs.scheme.NamedSettings;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.Trait;
import java.util.List;

/**
 * The JSON Schema of experiment files with every scheme, recovery and congestion control of a
 * catalog.
 */
public final class ExperimentSchema {
    private static final String UNITS = "^(%s|.*\\$\\{[A-Za-z][A-Za-z0-9_]*\\}.*)$";
    private static final String DECIMAL = "[0-9]+(\\.[0-9]+)?([eE][0-9]+)?\\s*";

    private final ObjectMapper mapper = new ObjectMapper();
    private final SchemeCatalog catalog;

    public ExperimentSchema(SchemeCatalog catalog) {
        this.catalog = catalog;
    }

    /**
     * The schema as text.
     *
     * @param published the schema that comes with losslab, whose named settings are replaced
     */
    public String text(String published) {
        try {
            ObjectNode schema = (ObjectNode) mapper.readTree(published);
            ObjectNode rule = (ObjectNode) schema.at("/$defs/rule");
            rule.put("additionalProperties", false);
            rule.withObject("/properties").retain("links", "at");
            for (SchemeType type : catalog.schemes()) {
                rule.withObject("/properties").set(type.name(), section(NamedSettings.of(type)));
            }
            oneOwner(rule);
            ObjectNode hosts = (ObjectNode) schema.at("/$defs/hosts/properties");
            close(hosts, "recovery", catalog.recoveries());
            close(hosts, "congestionControl", catalog.congestionControls());
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the published schema is not JSON", e);
        }
    }

    /** Of the schemes that own a port's ingress buffer a rule names one. */
    private void oneOwner(ObjectNode rule) {
        List<String> owners =
                catalog.schemes().stream()
                        .filter(type -> type.has(Trait.OWNS_INGRESS_BUFFER))
                        .map(SchemeType::name)
                        .toList();
        ArrayNode pairs = rule.putObject("not").putArray("anyOf");
        for (int first = 0; first < owners.size(); first++) {
            for (String second : owners.subList(first + 1, owners.size())) {
                pairs.addObject().putArray("required").add(owners.get(first)).add(second);
            }
        }
    }

    private void close(ObjectNode properties, String key, List<NamedSettings> choices) {
        ObjectNode choice = (ObjectNode) properties.get(key);
        choice.put("additionalProperties", false).put("minProperties", 1).put("maxProperties", 1);
        ObjectNode names = choice.putObject("properties");
        choices.forEach(named -> names.set(named.name(), section(named)));
    }

    private ObjectNode section(NamedSettings named) {
        ObjectNode section =
                mapper.createObjectNode()
                        .put("description", named.title())
                        .put("type", "object")
                        .put("additionalProperties", false);
        ObjectNode properties = section.putObject("properties");
        named.settings().forEach(setting -> properties.set(setting.key(), property(setting)));
        named.settings().stream()
                .filter(Setting::required)
                .forEach(setting -> section.withArray("required").add(setting.key()));
        return section;
    }

    private ObjectNode property(Setting setting) {
        ObjectNode property = mapper.createObjectNode().put("description", setting.meaning());
        ArrayNode kinds = property.putArray("anyOf");
        switch (setting.kind()) {
            case SIZE -> kinds.add(quantity("([KMGT]i?)?B"));
            case TIME -> kinds.add(quantity("(ns|us|\u00b5s|ms|s)"));
            case RATE -> kinds.add(quantity("[KMGT]?bps"));
            case PRIORITIES -> {
                ObjectNode list = kinds.addObject().put("type", "array").put("minItems", 1);
                ArrayNode item = list.putObject("items").putArray("anyOf");
                item.addObject().put("type", "integer").put("minimum", 0).put("maximum", 7);
                item.add(word("[0-7]"));
                kinds.addObject().put("type", "integer").put("minimum", 1).put("maximum", 255);
                kinds.add(word("[0-9]+"));
            }
            case NUMBER -> {
                kinds.addObject().put("type", "number");
                kinds.add(word("[+-]?" + DECIMAL + "%"));
            }
            case INTEGER -> {
                kinds.addObject().put("type", "integer").put("minimum", 0);
                kinds.add(word("[0-9]+"));
            }
            case CHOICE -> {
                ArrayNode words = kinds.addObject().putArray("enum");
                setting.choices().forEach(words::add);
                kinds.add(word(String.join("|", setting.choices())));
            }
            case FLAG -> {
                kinds.addObject().put("type", "boolean");
                kinds.add(word("true|false"));
            }
        }
        if (setting.otherwise().equals(Setting.AUTO)) {
            kinds.addObject().putArray("enum").add(Setting.AUTO);
        }
        return setting.required() ? property : property.put("default", setting.otherwise());
    }

    private ObjectNode quantity(String units) {
        return word(DECIMAL + units);
    }

    /** A text of a form, or one with a parameter in it. */
    private ObjectNode word(String pattern) {
        return mapper.createObjectNode()
                .put("type", "string")
                .put("pattern", UNITS.formatted(pattern));
    }
}
