package io.losslab.analysis.figure.print;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.figure.drawing.Svg;
import java.io.IOException;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;

class PdfFileTest {
    private static PrintedFigure figure(String text) {
        Svg svg =
                new Svg(340, 100, 0, "", "")
                        .line("trace s1", 0, 0, 10, 10)
                        .rect("bar s0", 5, 5, 20, 20, 0)
                        .text("tlabel", 4, 40, text);
        return PrintedFigure.of(FigureMarkup.drawn("", List.of(), List.of(svg), ""), Sheet.SINGLE);
    }

    @Test
    void theSameFigureIsTheSameFile() throws IOException {
        assertArrayEquals(
                PdfFile.of(figure("XOFF"), "a", "b"), PdfFile.of(figure("XOFF"), "a", "b"));
    }

    @Test
    void aLetterThatTheFontLacksIsAQuestionMark() throws IOException {
        byte[] file = PdfFile.of(figure("XOFF 6 µs × 2 − \u6c34"), "a", "b");
        try (PDDocument pdf = Loader.loadPDF(file)) {
            String text = new PDFTextStripper().getText(pdf);
            assertTrue(text.contains("XOFF 6 µs × 2 − ?"), text);
            assertEquals(1, pdf.getNumberOfPages());
        }
    }
}
