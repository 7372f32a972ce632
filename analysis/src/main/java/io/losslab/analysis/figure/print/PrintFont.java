package io.losslab.analysis.figure.print;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TTFSubsetter;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;

/**
 * The font of figures, Liberation Sans, which comes with PDFBox and has the widths of Arial and
 * Helvetica.
 */
final class PrintFont {
    static final String NAME = "Liberation Sans";
    private static final String FILE =
            "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

    /** Without those that place letters, which no figure needs and which name all of the font. */
    private static final List<String> TABLES =
            List.of(
                    "OS/2", "cmap", "cvt ", "fpgm", "gasp", "glyf", "head", "hhea", "hmtx", "loca",
                    "maxp", "name", "post", "prep");

    private PrintFont() {}

    /** The whole font as TrueType. */
    static InputStream trueType() {
        return PDDocument.class.getResourceAsStream(FILE);
    }

    /** The font with these letters alone, as a URL that holds it. */
    static String dataUrl(Set<Integer> codePoints) throws IOException {
        try (TrueTypeFont font = new TTFParser().parse(new RandomAccessReadBuffer(trueType()))) {
            TTFSubsetter subset = new TTFSubsetter(font, TABLES);
            subset.addAll(codePoints);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            subset.writeToStream(bytes);
            return "data:font/ttf;base64,"
                    + Base64.getEncoder().encodeToString(bytes.toByteArray());
        }
    }
}
