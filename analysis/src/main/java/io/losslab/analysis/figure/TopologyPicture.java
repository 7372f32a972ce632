package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.Svg;
import io.losslab.analysis.run.TopologyGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The picture of a topology: hosts, switches, and bundles of equal links with their labels. */
final class TopologyPicture {
    private static final double MARGIN = 22;
    private static final double HOST_GAP = 130;
    private static final double SWITCH_GAP = 300;
    private static final double TIER_GAP = 210;
    private static final double LINE_GAP = 20;

    /** Where links of two nodes meet in a third, their labels are half as far apart. */
    private static final double LABELLED_GAP = 96;

    private static final int MOST_LABELLED_NODES = 40;
    private static final int MOST_LABELLED_TRUNKS = 4;

    private final TopologyGraph graph;
    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private final boolean roomy;
    private final boolean labelTrunks;
    private double width;
    private double height;

    private TopologyPicture(TopologyGraph graph) {
        this.graph = graph;
        this.roomy = graph.nodes().size() <= MOST_LABELLED_NODES;
        this.labelTrunks = roomy && trunkBundles(graph) <= MOST_LABELLED_TRUNKS;
        place(new TopologyLayout(graph).columns());
    }

    static FigureMarkup draw(TopologyGraph graph) {
        if (graph.nodes().isEmpty()) {
            return FigureMarkup.nothing("The run has no topology.");
        }
        return FigureMarkup.drawn(
                "wide topo", List.of(), List.of(new TopologyPicture(graph).picture()), "");
    }

    private void place(List<List<TopologyGraph.Node>> columns) {
        int rows = columns.stream().mapToInt(List::size).max().orElse(1);
        double rowGap =
                roomy ? Math.min(68, Math.max(40, 460.0 / rows)) : Math.max(5, 560.0 / rows);
        double side = roomy ? 1 : Math.min(0.5, rowGap / 60);
        double plot = Math.max(roomy ? 124 : 60, rows * rowGap);
        boolean fewSwitches = columns.stream().filter(c -> !c.get(0).host()).count() <= 2;
        double x = MARGIN;
        for (int c = 0; c < columns.size(); c++) {
            List<TopologyGraph.Node> column = columns.get(c);
            double widest = column.stream().mapToDouble(n -> Box.width(n) * side).max().orElse(0);
            double spacing =
                    Math.min(
                            plot / column.size(),
                            labelTrunks ? Math.max(rowGap * 1.3, LABELLED_GAP) : plot);
            for (int row = 0; row < column.size(); row++) {
                TopologyGraph.Node node = column.get(row);
                double y = MARGIN + plot / 2 + spacing * (row - (column.size() - 1) / 2.0);
                boxes.put(
                        node.name(),
                        new Box(
                                node,
                                x + widest / 2,
                                y,
                                Box.width(node) * side,
                                Box.height(node) * side));
            }
            x += widest;
            if (c + 1 < columns.size()) {
                boolean hostGap = column.get(0).host() || columns.get(c + 1).get(0).host();
                x += hostGap ? HOST_GAP * (roomy ? 1 : 0.7) : fewSwitches ? SWITCH_GAP : TIER_GAP;
            }
        }
        width = x + MARGIN;
        height = plot + 2 * MARGIN + 18;
    }

    private Svg picture() {
        Svg svg =
                new Svg(width, height, (int) Math.min(1060, width * 1.25), "Topology", describe());
        Map<String, List<TopologyGraph.Link>> bundles = bundles();
        List<Label> labels = new ArrayList<>();
        Set<String> edgeTexts =
                bundles.values().stream()
                        .filter(this::isEdge)
                        .map(bundle -> medium(bundle.get(0)))
                        .collect(Collectors.toSet());
        bundles.values().forEach(bundle -> drawBundle(svg, bundle, labels, edgeTexts.size() > 1));
        boxes.values().forEach(box -> drawBox(svg, box));
        labels.forEach(label -> svg.text(label.classes(), label.x(), label.y(), label.text()));
        svg.text("note mid", width / 2, height - 6, media(bundles));
        return svg;
    }

    /** What the labels do not say: links that are all alike, or too many to label. */
    private String media(Map<String, List<TopologyGraph.Link>> bundles) {
        Set<String> edge = new TreeSet<>();
        Set<String> trunk = new TreeSet<>();
        for (List<TopologyGraph.Link> bundle : bundles.values()) {
            (isEdge(bundle) ? edge : trunk).add(medium(bundle.get(0)));
        }
        List<String> notes = new ArrayList<>();
        if (edge.size() == 1 || !labelTrunks && !edge.isEmpty()) {
            notes.add("Host links: " + String.join("; ", edge));
        }
        if (!labelTrunks && !trunk.isEmpty()) {
            notes.add("Switch links: " + String.join("; ", trunk));
        }
        return String.join(". ", notes);
    }

    private static long trunkBundles(TopologyGraph graph) {
        Set<String> hosts =
                graph.nodes().stream()
                        .filter(TopologyGraph.Node::host)
                        .map(TopologyGraph.Node::name)
                        .collect(Collectors.toSet());
        return graph.links().stream()
                .filter(link -> !hosts.contains(link.a()) && !hosts.contains(link.b()))
                .map(link -> Set.of(link.a(), link.b()))
                .distinct()
                .count();
    }

    private Map<String, List<TopologyGraph.Link>> bundles() {
        Map<String, List<TopologyGraph.Link>> bundles = new LinkedHashMap<>();
        for (TopologyGraph.Link link : graph.links()) {
            boolean ordered = boxes.get(link.a()).x() <= boxes.get(link.b()).x();
            String key =
                    String.join(
                            "\n",
                            ordered ? link.a() : link.b(),
                            ordered ? link.b() : link.a(),
                            medium(link));
            bundles.computeIfAbsent(key, k -> new ArrayList<>()).add(link);
        }
        return bundles;
    }

    private boolean isEdge(List<TopologyGraph.Link> bundle) {
        return boxes.get(bundle.get(0).a()).node().host()
                || boxes.get(bundle.get(0).b()).node().host();
    }

    private void drawBundle(
            Svg svg, List<TopologyGraph.Link> bundle, List<Label> labels, boolean labelEdges) {
        TopologyGraph.Link first = bundle.get(0);
        boolean ordered = boxes.get(first.a()).x() <= boxes.get(first.b()).x();
        Box left = boxes.get(ordered ? first.a() : first.b());
        Box right = boxes.get(ordered ? first.b() : first.a());
        boolean edge = isEdge(bundle);
        double spread = (bundle.size() - 1) * LINE_GAP / 2;
        for (int i = 0; i < bundle.size(); i++) {
            TopologyGraph.Link link = bundle.get(i);
            double offset = i * LINE_GAP - spread;
            String tip =
                    "%s:%d – %s:%d, %s, %s"
                            .formatted(
                                    link.a(),
                                    link.portA(),
                                    link.b(),
                                    link.portB(),
                                    medium(link),
                                    link.group() == null ? "" : link.group());
            svg.group((edge ? "link" : "link trunk") + (roomy ? "" : " dense"), tip);
            svg.path("wire", wire(left, right, offset)).endGroup();
            if (labelTrunks && !edge && left.x() != right.x()) {
                int leftPort = ordered ? link.portA() : link.portB();
                int rightPort = ordered ? link.portB() : link.portA();
                double slope = (right.y() - left.y()) / (right.x() - left.x());
                labels.add(
                        new Label(
                                "port",
                                left.right() + 5,
                                left.y() + offset + slope * 8 - 4,
                                Integer.toString(leftPort)));
                labels.add(
                        new Label(
                                "port end",
                                right.left() - 5,
                                right.y() + offset - slope * 8 - 4,
                                Integer.toString(rightPort)));
            }
        }
        if (edge ? labelEdges && labelTrunks : labelTrunks) {
            label(bundle, left, right, spread, labels);
        }
    }

    private static String wire(Box left, Box right, double offset) {
        if (left.x() == right.x()) {
            double bulge = 30 + Math.abs(offset);
            return "M%sC%s %s %s"
                    .formatted(
                            Svg.point(left.right(), left.y()),
                            Svg.point(left.right() + bulge, left.y()),
                            Svg.point(right.right() + bulge, right.y()),
                            Svg.point(right.right(), right.y()));
        }
        return "M%sL%s"
                .formatted(
                        Svg.point(left.right(), left.y() + offset),
                        Svg.point(right.left(), right.y() + offset));
    }

    private static void label(
            List<TopologyGraph.Link> bundle,
            Box left,
            Box right,
            double spread,
            List<Label> labels) {
        double x = (left.right() + right.left()) / 2;
        double y = (left.y() + right.y()) / 2;
        TopologyGraph.Link link = bundle.get(0);
        String rate = NumberText.rate(link.rateBitsPerSecond());
        boolean trunk = !left.node().host() && !right.node().host();
        labels.add(
                new Label(
                        trunk ? "label strong mid" : "note mid",
                        x,
                        y - spread - 9,
                        bundle.size() > 1 ? bundle.size() + " × " + rate : rate));
        labels.add(new Label("note mid", x, y + spread + 17, distance(link)));
    }

    private void drawBox(Svg svg, Box box) {
        TopologyGraph.Node node = box.node();
        String kind = node.host() ? "host" : "switch";
        String buffer = node.host() ? "" : ", buffer " + NumberText.bytes(node.bufferBytes());
        svg.group("node " + kind, node.name() + ": " + kind + buffer);
        svg.rect(
                "box",
                box.x() - box.width() / 2,
                box.y() - box.height() / 2,
                box.width(),
                box.height(),
                node.host() ? box.height() / 2 : 5);
        if (roomy) {
            boolean twoLines = !node.host() && node.bufferBytes() > 0;
            svg.text("nname mid", box.x(), box.y() + (twoLines ? -1 : 5), node.name());
            if (twoLines) {
                svg.text("nsize mid", box.x(), box.y() + 15, NumberText.bytes(node.bufferBytes()));
            }
        }
        svg.endGroup();
    }

    private static String medium(TopologyGraph.Link link) {
        return NumberText.rate(link.rateBitsPerSecond()) + ", " + distance(link);
    }

    private static String distance(TopologyGraph.Link link) {
        String delay = NumberText.nanos(link.delayNanos());
        return link.lengthText() == null
                ? delay + " one way"
                : spaced(link.lengthText()) + ", " + delay + " one way";
    }

    private static String spaced(String quantity) {
        return quantity.replaceAll("([0-9])([A-Za-zµ])", "$1 $2");
    }

    private String describe() {
        long hosts = graph.nodes().stream().filter(TopologyGraph.Node::host).count();
        Map<String, Integer> counts = new HashMap<>();
        graph.links().forEach(link -> counts.merge(medium(link), 1, Integer::sum));
        return "%d hosts, %d switches; links: %s"
                .formatted(
                        hosts,
                        graph.nodes().size() - hosts,
                        counts.entrySet().stream()
                                .sorted(Map.Entry.comparingByKey())
                                .map(entry -> entry.getValue() + " of " + entry.getKey())
                                .collect(Collectors.joining("; ")));
    }

    /** A placed node; x and y are its middle. */
    private record Box(TopologyGraph.Node node, double x, double y, double width, double height) {
        static double width(TopologyGraph.Node node) {
            return node.host()
                    ? Math.max(46, 20 + 8.0 * node.name().length())
                    : Math.max(74, 24 + 9.0 * node.name().length());
        }

        static double height(TopologyGraph.Node node) {
            return node.host() ? 34 : 62;
        }

        double left() {
            return x - width / 2;
        }

        double right() {
            return x + width / 2;
        }
    }

    /** A text that is drawn after the lines, so that none crosses it. */
    private record Label(String classes, double x, double y, String text) {}
}
