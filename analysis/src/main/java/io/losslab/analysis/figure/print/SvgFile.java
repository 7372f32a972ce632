package io.losslab.analysis.figure.print;

import io.losslab.analysis.figure.drawing.Markup;
import io.losslab.analysis.figure.drawing.Svg;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A figure as an SVG file that stands alone: every look is an attribute, since many programs that
 * read SVG know no style sheets. Those that do find the letters that it uses embedded.
 */
final class SvgFile implements Pen {
    private static final String FONTS = PrintFont.NAME + ", Arial, Helvetica, sans-serif";

    private final StringBuilder out = new StringBuilder(1 << 14);
    private final Set<Integer> letters = new TreeSet<>();

    private SvgFile() {}

    /**
     * The text of the file.
     *
     * @param title of the figure
     * @param caption becomes its description
     */
    static String of(PrintedFigure figure, String title, String caption) throws IOException {
        SvgFile file = new SvgFile();
        file.out
                .append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(Svg.number(figure.widthPoints()))
                .append("pt\" height=\"")
                .append(Svg.number(figure.heightPoints()))
                .append("pt\" viewBox=\"0 0 ")
                .append(Svg.number(figure.width()))
                .append(' ')
                .append(Svg.number(figure.height()))
                .append("\" font-family=\"")
                .append(FONTS)
                .append("\">\n<title>")
                .append(Markup.escape(title))
                .append("</title>\n<desc>")
                .append(Markup.escape(caption))
                .append("</desc>\n");
        file.draw(figure);
        return file.out
                .append("<style>@font-face{font-family:\"")
                .append(PrintFont.NAME)
                .append("\";src:url(")
                .append(PrintFont.dataUrl(file.letters))
                .append(")}</style>\n</svg>\n")
                .toString();
    }

    @Override
    public void path(Ink ink, double dx, double dy, String data) {
        out.append("<path d=\"").append(data).append('"');
        if (dx != 0 || dy != 0) {
            out.append(" transform=\"translate(").append(Svg.point(dx, dy)).append(")\"");
        }
        look(ink);
    }

    @Override
    public void rect(Ink ink, double x, double y, double width, double height) {
        out.append("<rect");
        attribute("x", x);
        attribute("y", y);
        attribute("width", width);
        attribute("height", height);
        look(ink);
    }

    @Override
    public void text(Ink.Letters look, double anchor, double x, double y, String text) {
        text.codePoints().forEach(letters::add);
        if (look.halo() > 0) {
            letters(look.size(), anchor, x, y, Ink.PAPER);
            out.append(" stroke=\"").append(Ink.PAPER).append("\" stroke-linejoin=\"round\"");
            attribute("stroke-width", look.halo());
            out.append('>').append(Markup.escape(text)).append("</text>\n");
        }
        letters(look.size(), anchor, x, y, look.colour());
        out.append('>').append(Markup.escape(text)).append("</text>\n");
    }

    private void letters(double size, double anchor, double x, double y, String colour) {
        out.append("<text");
        attribute("x", x);
        attribute("y", y);
        attribute("font-size", size);
        out.append(" fill=\"").append(colour).append('"');
        if (anchor > 0) {
            out.append(" text-anchor=\"").append(anchor == 1 ? "end" : "middle").append('"');
        }
    }

    private void look(Ink ink) {
        out.append(" fill=\"").append(ink.fill() == null ? "none" : ink.fill()).append('"');
        if (ink.stroke() != null) {
            out.append(" stroke=\"").append(ink.stroke()).append('"');
            attribute("stroke-width", ink.width());
            out.append(" stroke-linejoin=\"round\" stroke-linecap=\"")
                    .append(ink.dash().isEmpty() ? "round" : "butt")
                    .append('"');
        }
        if (!ink.dash().isEmpty()) {
            out.append(" stroke-dasharray=\"")
                    .append(ink.dash().stream().map(Svg::number).collect(Collectors.joining(" ")))
                    .append('"');
        }
        out.append("/>\n");
    }

    private void attribute(String name, double value) {
        out.append(' ').append(name).append("=\"").append(Svg.number(value)).append('"');
    }
}
