package apitest_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// formats are what the editor stores of each format.
func formats() map[string]string {
	figure := func(width string) string {
		return `<figure class="picture picture-` + width + `"><img src="/a.png" alt="2019 &lt; 2021"/>` +
			`<figcaption>Rivers <cite>Survey of India</cite></figcaption></figure>`
	}
	return map[string]string{
		"table": `<figure class="table"><table><caption>Rainfall</caption><colgroup><col style="width: 120px"/><col/></colgroup>` +
			`<thead><tr><th scope="col">State</th><th scope="col">mm</th></tr></thead><tbody><tr><th scope="row">ಕೇರಳ</th>` +
			`<td><p>3,055</p></td></tr><tr><td colspan="2"></td></tr></tbody></table></figure>`,
		"formula":           `<p>One <span class="formula" data-formula="\frac{1}{3} &lt; &#34;x&#34;">\frac{1}{3} &lt; &#34;x&#34;</span></p>`,
		"formula set apart": `<div class="formula" data-formula="\ce{H2O}">\ce{H2O}</div>`,
		"callout":           `<aside class="callout callout-exam"><p>Asked in 2019.</p></aside>`,
		"question":          `<details class="question"><summary>Who signs?</summary><p>The President.</p></details>`,
		"figure":            figure("full"), "wide figure": figure("wide"),
		"two pictures": `<div class="pictures">` + figure("half") + figure("half") + `</div>`,
		"footnote":     `<p>Rain<span class="footnote" role="note">IMD, <em>2019</em></span> fell.</p>`,
		"divider":      `<p>a</p><hr/><p>b</p>`,
		"code":         `<pre class="ql-syntax" data-language="go">a := 1</pre>`,
	}
}

// Each format is read as it was written, whichever way it is stored.
func TestFormats_AreReadAsTheyWereWritten(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := write(t, staff, apitest.JSON{"title": "Formats", "status": "published"})
	page := staff.Post(pages, `{"path":"formats","title":"Formats","blocks":[]}`).Want(http.StatusCreated).Text("id")
	for name, content := range formats() {
		staff.Put("/api/articles/"+made.ID, apitest.JSON{"content": content}).Want(http.StatusOK)
		if got := anyone.Get("/api/articles/formats").Want(http.StatusOK).Text("content"); got != content {
			t.Errorf("%s: readers get %s", name, got)
		}
		copied := staff.Put("/api/articles/"+made.ID+"/working-copy", apitest.JSON{"content": content + "<p>More</p>"})
		if got := copied.Want(http.StatusOK).Text("content"); got != content+"<p>More</p>" {
			t.Errorf("%s: the working copy is %s", name, got)
		}
		var shown struct {
			Blocks []struct{ Values map[string]string }
		}
		staff.Put(pages+"/"+page, apitest.JSON{
			"blocks": []apitest.JSON{{"type": "every", "values": apitest.JSON{"rich": content}}},
		}).Want(http.StatusOK).Into(&shown)
		if got := shown.Blocks[0].Values["rich"]; got != content {
			t.Errorf("%s: the page has %s", name, got)
		}
	}
}

// A formula or a table beyond its limits is refused, with the place that has it.
func TestFormats_Limits(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	made := write(t, staff, apitest.JSON{"title": "Limits"})
	page := staff.Post(pages, `{"path":"limits","title":"Limits","blocks":[]}`).Want(http.StatusCreated).Text("id")
	for content, want := range map[string]string{
		`<p>a</p><span class="formula">` + strings.Repeat("x", 2001) + `</span>`: "has 2001 characters. Write it",
		`<table>` + strings.Repeat("<td>x", 31):                                  "has more than 30 columns, counted with",
		`<table>` + strings.Repeat("<tr><td>x", 501):                             `Table 1, which begins with "x x`,
	} {
		article := apitest.JSON{"title": "New", "content": content}
		blocks := []apitest.JSON{{"type": "every", "values": apitest.JSON{"rich": content}}}
		for _, each := range []struct {
			answer *apitest.Response
			at     string
		}{
			{staff.Post("/api/articles", article), "body.content"},
			{staff.Put("/api/articles/"+made.ID, article), "body.content"},
			{staff.Put("/api/articles/"+made.ID+"/working-copy", apitest.JSON{"content": content}), "body.content"},
			{staff.Put(pages+"/"+page, apitest.JSON{"blocks": blocks}), "body.blocks[0].values.rich"},
		} {
			_, places := each.answer.Problem(http.StatusUnprocessableEntity)
			told := strings.ReplaceAll(string(each.answer.Body), `\"`, `"`)
			if !slices.Equal(places, []string{each.at}) || !strings.Contains(told, want) {
				t.Errorf("%.60s at %s: %s", content, each.at, told)
			}
		}
	}
	if got := staff.Get("/api/articles/" + made.ID).Text("content"); got != "" {
		t.Errorf("stored is %.200s", got)
	}
}

// archive returns a ZIP with files of those names.
func archive(t *testing.T, names ...string) []byte {
	t.Helper()
	var data bytes.Buffer
	w := zip.NewWriter(&data)
	for _, name := range names {
		file, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte("content")); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

// What is no PDF is a download, of the type that its content has, whatever its name says.
func TestFiles_TypesAreToldFromTheContent(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	for name, each := range map[string]struct {
		content []byte
		saved   string
	}{
		"notes.docx":       {archive(t, "[Content_Types].xml", "word/document.xml"), "notes.docx"},
		"marks.XLSX":       {archive(t, "[Content_Types].xml", "xl/workbook.xml"), "marks.XLSX"},
		"talk.zip":         {archive(t, "ppt/presentation.xml"), "talk.zip.pptx"},
		"papers.zip":       {archive(t, "2019.pdf", "2020.pdf"), "papers.zip"},
		"page.html":        {archive(t, "a.txt"), "page.html.zip"},
		"वर्षा.csv":        {[]byte("State,mm\nKerala,3055\n"), "वर्षा.csv"},
		"excel.csv":        {[]byte("\xff\xfea\x00,\x00b\x00"), "excel.csv"},
		"read me.txt":      {[]byte("Read this first.\n"), "read me.txt"},
		"program.exe":      {[]byte("only words"), "program.exe.txt"},
		"windows-1252.TXT": {[]byte("caf\xe9 costs 5\n"), "windows-1252.TXT"},
	} {
		made := staff.Upload("/api/admin/files", "file", name, each.content).Want(http.StatusCreated)
		if made.Text("name") != each.saved || made.Field("size") != float64(len(each.content)) {
			t.Errorf("%s: made %s", name, made.Body)
		}
		answer := anyone.Get(made.Text("url")).Want(http.StatusOK)
		how, parameters, err := mime.ParseMediaType(answer.Header.Get("Content-Disposition"))
		if err != nil || how != "attachment" || parameters["filename"] != each.saved ||
			answer.Header.Get("X-Content-Type-Options") != "nosniff" ||
			answer.Header.Get("Content-Type") != "application/octet-stream" || !bytes.Equal(answer.Body, each.content) {
			t.Errorf("%s: served with %v, %v", name, answer.Header, err)
		}
	}
	for name, content := range map[string][]byte{
		"a.txt": []byte("<!doctype html><script>x</script>"), "a.csv": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
		"b.txt": []byte("words and\x00a program"), "a.docx": archive(t, "META-INF/MANIFEST.MF", "word/document.xml")[:90],
		"b.docx": archive(t, "mimetype", "content.xml"), "a.zip": archive(t, "META-INF/MANIFEST.MF", "A.class"),
		"a.pdf": []byte("MZ\x90\x00\x03\x00"),
		"a.xml": []byte(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>`),
	} {
		detail, _ := staff.Upload("/api/admin/files", "file", name, content).Problem(http.StatusUnsupportedMediaType)
		if !strings.HasPrefix(detail, name+": ") {
			t.Errorf("%s: %s", name, detail)
		}
	}
}

// The server says how large a file is and what it is called, and a file that an article
// offers is not removed as unused.
func TestFormats_Files(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	content := []byte("%PDF-1.7\n1 0 obj\n")
	url := staff.Upload("/api/admin/files", "file", "ಪಠ್ಯಕ್ರಮ.pdf", content).Want(http.StatusCreated).Text("url")
	unused := staff.Upload("/api/admin/files", "file", "b.pdf", []byte("%PDF-1.7\n2 0 obj\n")).Want(http.StatusCreated).
		Text("url")
	file := func(attributes, words string) string {
		return `<p class="file"><a ` + attributes + `>` + words + `</a></p>`
	}
	named := `href="` + url + `" download="ಪಠ್ಯಕ್ರಮ.pdf"`
	for _, each := range [][2]string{
		{file(`href="`+url+`"`, ""), file(named+` data-bytes="17"`, "ಪಠ್ಯಕ್ರಮ.pdf")},
		{file(named, "a &amp; b") + "<p>c</p>", file(named+` data-bytes="17"`, "a &amp; b") + "<p>c</p>"},
		{
			file(`download="Plan" data-bytes="9" href="`+url+`" target="_blank"`, "<b>The plan</b>"),
			file(`href="`+url+`" download="Plan.pdf" data-bytes="17"`, "The plan"),
		},
		{
			file(`href="/media/files/none.pdf" data-bytes="9"`, "x"),
			file(`href="/media/files/none.pdf" download="none.pdf"`, "x"),
		},
		{
			file(`href="/media/private/x.pdf" data-bytes="9"`, "x"),
			file(`href="/media/private/x.pdf" download="x.pdf"`, "x"),
		},
		{
			file(`href="https://x.example/media/files/a.pdf"`, "x"),
			`<p><a href="https://x.example/media/files/a.pdf" rel="noreferrer">x</a></p>`,
		},
	} {
		sent, want := each[0], each[1]
		made := write(t, staff, apitest.JSON{"title": "Files", "content": sent})
		if made.Content != want {
			t.Errorf("%s\nbecame %s\n  want %s", sent, made.Content, want)
		}
		if again := write(t, staff, apitest.JSON{"title": "Files", "content": want}); again.Content != want {
			t.Errorf("%s\nbecame %s", want, again.Content)
		}
	}
	var many strings.Builder
	for i := range 201 {
		many.WriteString(file(fmt.Sprintf(`href="/media/files/%d.pdf"`, i), "x"))
	}
	if _, places := staff.Post("/api/articles", apitest.JSON{"title": "Many", "content": many.String()}).
		Problem(http.StatusUnprocessableEntity); !slices.Equal(places, []string{"body.content"}) {
		t.Errorf("201 files are refused at %v", places)
	}
	sweep(t, app)
	anyone.Get(url).Want(http.StatusOK)
	anyone.Get(unused).Problem(http.StatusNotFound)
}
