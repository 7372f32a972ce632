package io.losslab.analysis.figure.print;

import io.losslab.analysis.figure.drawing.Sheet;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.util.Matrix;

/** A figure as a PDF of one page, as large as the figure. The letters that it uses are embedded. */
final class PdfFile implements Pen {

    /** Stands where a time would, so that the same run gives the same file. */
    private static final long FIXED_ID = 0;

    private static final int ROUND = 1;
    private static final int BUTT = 0;

    private final PDPageContentStream content;
    private final PDFont font;

    private PdfFile(PDPageContentStream content, PDFont font) {
        this.content = content;
        this.font = font;
    }

    /** The bytes of the file. */
    static byte[] of(PrintedFigure figure, String title, String caption) throws IOException {
        try (PDDocument document = new PDDocument();
                InputStream ttf = PrintFont.trueType()) {
            PDDocumentInformation about = new PDDocumentInformation();
            about.setTitle(title);
            about.setSubject(caption);
            document.setDocumentInformation(about);
            document.setDocumentId(FIXED_ID);
            PDPage page =
                    new PDPage(
                            new PDRectangle(
                                    (float) figure.widthPoints(), (float) figure.heightPoints()));
            document.addPage(page);
            PDFont font = PDType0Font.load(document, ttf, true);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                float scale = (float) Sheet.POINTS_PER_UNIT;
                content.transform(
                        new Matrix(scale, 0, 0, -scale, 0, (float) figure.heightPoints()));
                content.setLineJoinStyle(ROUND);
                new PdfFile(content, font).draw(figure);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            document.save(bytes);
            return bytes.toByteArray();
        }
    }

    @Override
    public void path(Ink ink, double dx, double dy, String data) throws IOException {
        PathData.draw(data, dx, dy, content);
        paint(ink);
    }

    @Override
    public void rect(Ink ink, double x, double y, double width, double height) throws IOException {
        content.addRect((float) x, (float) y, (float) width, (float) height);
        paint(ink);
    }

    @Override
    public void text(Ink.Letters look, double anchor, double x, double y, String text)
            throws IOException {
        String known = known(text);
        double start = x - anchor * font.getStringWidth(known) / 1000 * look.size();
        content.beginText();
        content.setFont(font, (float) look.size());
        content.setTextMatrix(new Matrix(1, 0, 0, -1, (float) start, (float) y));
        if (look.halo() > 0) {
            content.setStrokingColor(Color.decode(Ink.PAPER));
            content.setLineWidth((float) look.halo());
            content.setLineDashPattern(new float[0], 0);
            content.setRenderingMode(RenderingMode.STROKE);
            content.showText(known);
            content.setRenderingMode(RenderingMode.FILL);
            content.setTextMatrix(new Matrix(1, 0, 0, -1, (float) start, (float) y));
        }
        content.setNonStrokingColor(Color.decode(look.colour()));
        content.showText(known);
        content.endText();
    }

    private void paint(Ink ink) throws IOException {
        if (ink.fill() != null) {
            content.setNonStrokingColor(Color.decode(ink.fill()));
        }
        if (ink.stroke() == null) {
            content.fill();
            return;
        }
        content.setStrokingColor(Color.decode(ink.stroke()));
        content.setLineWidth((float) ink.width());
        content.setLineCapStyle(ink.dash().isEmpty() ? ROUND : BUTT);
        float[] dash = new float[ink.dash().size()];
        for (int i = 0; i < dash.length; i++) {
            dash[i] = ink.dash().get(i).floatValue();
        }
        content.setLineDashPattern(dash, 0);
        if (ink.fill() == null) {
            content.stroke();
        } else {
            content.fillAndStroke();
        }
    }

    /** The text; what the font has no letter for becomes a question mark. */
    private String known(String text) {
        StringBuilder known = new StringBuilder();
        text.codePoints().forEach(c -> known.appendCodePoint(hasLetter(c) ? c : '?'));
        return known.toString();
    }

    private boolean hasLetter(int codePoint) {
        try {
            font.encode(Character.toString(codePoint));
            return true;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}
