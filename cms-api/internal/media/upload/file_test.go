package upload

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
)

func TestFileTypes_AreAccepted(t *testing.T) {
	part := map[string]string{
		"docx": "word/document.xml", "xlsx": "xl/workbook.xml", "pptx": "ppt/presentation.xml", "zip": "a.txt",
	}
	for _, each := range FileTypes() {
		extension := each.(string)
		content := []byte("Words")
		if extension == "pdf" {
			content = []byte("%PDF-1.7\n")
		}
		if name := part[extension]; name != "" {
			var archive bytes.Buffer
			w := zip.NewWriter(&archive)
			if _, err := w.Create(name); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			content = archive.Bytes()
		}
		if _, got, err := documentType(content, "a."+extension); err != nil || got != "."+extension {
			t.Errorf("%s: %q, %v", extension, got, err)
		}
	}
}

func TestDocumentType_KnowsDamagedMediaByTheirNames(t *testing.T) {
	for _, name := range []string{"note.png", "a.WEBP"} {
		_, _, err := documentType([]byte("Words"), name)
		if err == nil || !strings.Contains(err.Error(), "Pictures are taken as PNG") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
