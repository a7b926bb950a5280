package convert

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"academy/cms-api/internal/platform/text"
)

// WordPress is what the text of a post may refer to.
type WordPress struct {
	// Attachment returns the address and the caption of an uploaded file.
	Attachment func(id string) (address, caption string)
	// Gallery names the pictures of a gallery that names none.
	Gallery []string
	// Notes are the footnotes, by their ids.
	Notes map[string]string
}

var (
	blockComment = regexp.MustCompile(`<!--\s*/?wp:[\s\S]*?-->`)
	dynamicBlock = regexp.MustCompile(`<!--\s*wp:([a-z][a-z0-9/-]*)\s[^>]*?/-->`)
	moreTag      = regexp.MustCompile(`<!--\s*(more|nextpage|noteaser)[\s\S]*?-->`)
	footnoteMark = regexp.MustCompile(`<sup[^>]*\sdata-fn="([^"]*)"[^>]*>[\s\S]*?</sup>`)
	jetpackLatex = regexp.MustCompile(`\$latex\s+([^$]+)\$`)
)

// HTML returns the HTML of the text of a post, of the block editor or of the one before; see Tidy for errors.
func (w WordPress) HTML(content string) (Tidied, error) {
	var lost []string
	for _, found := range dynamicBlock.FindAllStringSubmatch(content, -1) {
		lost = append(lost, fmt.Sprintf("The block %q, which WordPress fills by itself, was removed.", found[1]))
	}
	classic := !strings.Contains(content, "<!-- wp:")
	content = moreTag.ReplaceAllString(content, "")
	content = blockComment.ReplaceAllString(content, "")
	notes := 0 // bytes of them
	content = footnoteMark.ReplaceAllStringFunc(content, func(mark string) string {
		note := w.Notes[footnoteMark.FindStringSubmatch(mark)[1]]
		if notes > MaxHTML { // the whole is too large already
			return ""
		}
		notes += len(note)
		return `<span class="footnote" role="note">` + note + `</span>`
	})
	content = jetpackLatex.ReplaceAllStringFunc(content, func(found string) string {
		return latex(jetpackLatex.FindStringSubmatch(found)[1])
	})
	content, removed := w.shortcodes(content)
	if classic {
		content = paragraphs(content)
	}
	content = players(content)
	tidied, err := Tidy(content)
	tidied.Lost = slices.Concat(lost, removed, tidied.Lost)
	return tidied, err
}

var addressAlone = regexp.MustCompile(`(?i)<p>\s*(https?://[^\s<>"]+)\s*</p>`)

// players makes players of the addresses of videos that stand alone in a paragraph, as WordPress does.
func players(content string) string {
	return addressAlone.ReplaceAllStringFunc(content, func(paragraph string) string {
		player := playerOf(html.UnescapeString(addressAlone.FindStringSubmatch(paragraph)[1]))
		if player == nil {
			return paragraph
		}
		return outer(player)
	})
}

func latex(source string) string {
	return formulaHTML(strings.TrimSpace(html.UnescapeString(source)), true)
}

// shortcode is one tag of a shortcode: [name attributes] or [/name].
var shortcode = regexp.MustCompile(`\[(\[?)(/?)([A-Za-z][A-Za-z0-9_-]*)((?:\s(?:[^\[\]"']|"[^"]*"|'[^']*')*)?)(/?)\](\]?)`)

// shortcodes replaces the shortcodes that have a form here, and removes others.
func (w WordPress) shortcodes(content string) (string, []string) {
	var out strings.Builder
	var lost []string
	ends := map[string]int{} // by names, how much of the text stands behind the last tag that closes one
	opened := map[string]bool{}
	for _, at := range closingTag.FindAllStringSubmatchIndex(content, -1) {
		ends[content[at[2]:at[3]]] = len(content) - at[1]
	}
	for {
		at := shortcode.FindStringSubmatchIndex(content)
		if at == nil {
			out.WriteString(content)
			return out.String(), lost
		}
		group := func(n int) string { return content[at[2*n]:at[2*n+1]] }
		whole, name, attributes, rest := group(0), strings.ToLower(group(3)), group(4), content[at[1]:]
		doubled, closing, extra := group(1), group(2) != "", group(6)
		out.WriteString(content[:at[0]])
		end := "[/" + group(3) + "]"
		behind, closes := ends[group(3)]
		paired := closes && behind <= len(rest)-len(end)
		if closing {
			paired = opened[group(3)]
		} else {
			opened[group(3)] = true
		}
		switch {
		case doubled != "" && extra != "": // [[name]] is written so to be read as [name]
			out.WriteString(whole[1 : len(whole)-1])
			content = rest
			continue
		case !isShortcode(name, attributes, paired):
			out.WriteString(whole[:1])
			content = content[at[0]+1:]
			continue
		}
		content = content[at[1]-len(extra):] // a bracket too many is text
		out.WriteString(doubled)
		var within, after string
		closed := false
		if paired && !closing && slices.Contains(enclosing, name) {
			within, after, closed = strings.Cut(content, end)
		}
		switch name {
		case "caption", "wp_caption":
			if closed {
				out.WriteString(captioned(attributes, within))
				content = after
			}
		case "embed":
			if closed {
				out.WriteString("\n\n" + outer(linkTo(html.UnescapeString(strings.TrimSpace(within)), "")) + "\n\n")
				content = after
			}
		case "latex", "katex", "math":
			if closed {
				out.WriteString(latex(within))
				content = after
			}
		case "gallery":
			if out.Len() > MaxHTML { // the whole is too large already
				break
			}
			out.WriteString(w.gallery(attributes))
		default:
			if !closing {
				lost = append(lost, "The shortcode "+text.Shorten(whole, 80)+" was removed.")
			}
		}
	}
}

// named are the shortcodes of WordPress and of common plug-ins that are read as such wherever they stand.
var named = []string{
	"gallery", "audio", "video", "playlist", "embed", "caption", "wp_caption", "contact-form", "contact-form-7",
	"wpforms", "gravityform", "ninja_form", "woocommerce_cart", "woocommerce_checkout", "woocommerce_my_account",
	"products", "toc", "vc_row", "vc_column", "vc_column_text", "et_pb_section", "et_pb_row", "et_pb_text",
}

var quotedAttribute = regexp.MustCompile(`\s[A-Za-z_][A-Za-z0-9_-]*=(?:"[^"]*"|'[^']*'|&quot;|&#8221;|\x{201d})`)

// enclosing are the shortcodes of which what they enclose becomes something else.
var enclosing = []string{"caption", "wp_caption", "embed", "latex", "katex", "math"}

var closingTag = regexp.MustCompile(`\[/([A-Za-z][A-Za-z0-9_-]*)\]`)

// isShortcode tells shortcodes from words in brackets, as exams have them: [UPSC-2019], [x = 5].
func isShortcode(name, attributes string, paired bool) bool {
	return paired || slices.Contains(named, name) || quotedAttribute.MatchString(attributes)
}

var attributePattern = regexp.MustCompile(`([a-z_]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))`)

func attributeOf(attributes, name string) string {
	for _, found := range attributePattern.FindAllStringSubmatch(attributes, -1) {
		if found[1] == name {
			return found[2] + found[3] + found[4]
		}
	}
	return ""
}

var onlyPicture = regexp.MustCompile(`(?i)^\s*((?:<a [^>]*>)?\s*<img [^>]*>\s*(?:</a>)?)([\s\S]*)$`)

// captioned returns the figure of a picture with its caption.
func captioned(attributes, within string) string {
	picture, caption := within, attributeOf(attributes, "caption")
	if found := onlyPicture.FindStringSubmatch(within); found != nil {
		picture = found[1]
		if words := strings.TrimSpace(found[2]); words != "" {
			caption = words
		}
	}
	caption = strings.Join(strings.Fields(caption), " ")
	return fmt.Sprintf("\n\n<figure class=\"%s\">%s<figcaption>%s</figcaption></figure>\n\n",
		html.EscapeString(attributeOf(attributes, "align")), picture, caption)
}

// gallery returns the pictures of a gallery.
func (w WordPress) gallery(attributes string) string {
	ids := strings.FieldsFunc(attributeOf(attributes, "ids"), func(r rune) bool { return r == ',' || r == ' ' })
	if len(ids) == 0 {
		ids = w.Gallery
	}
	var out strings.Builder
	for _, id := range ids {
		if address, caption := w.Attachment(id); address != "" {
			fmt.Fprintf(&out, "\n\n<figure><img src=\"%s\" alt=\"%s\"><figcaption>%s</figcaption></figure>\n\n",
				html.EscapeString(address), html.EscapeString(Text(caption)), caption)
		}
	}
	return out.String()
}

const allBlocks = `(?:table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|` +
	`blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|` +
	`figcaption|details|menu|summary|iframe)`

// The steps of WordPress's wpautop.
var (
	preformatted = regexp.MustCompile(`(?i)<pre[\s\S]*?</pre>`)
	videoLine    = regexp.MustCompile(`(?m)^[ \t]*https?://[^\s<>"]+[ \t]*$`)
	preMark      = regexp.MustCompile(`<pre wp-pre-tag-(\d+)></pre>`)
	insideTag    = regexp.MustCompile(`<[A-Za-z/][^<>]*>`)
	steps        = []struct {
		pattern *regexp.Regexp
		with    string
	}{
		{regexp.MustCompile(`(?i)<br\s*/?>\s*<br\s*/?>`), "\n\n"},
		{regexp.MustCompile(`(?i)(<` + allBlocks + `[\s/>])`), "\n\n$1"},
		{regexp.MustCompile(`(?i)(</` + allBlocks + `>)`), "$1\n\n"},
		{regexp.MustCompile(`(?i)(<hr\s*/?>)`), "$1\n\n"},
		{regexp.MustCompile(`(?i)\s*(<figcaption[^>]*>)\s*`), "$1"},
		{regexp.MustCompile(`(?i)\s*(</figcaption>)\s*`), "$1"},
	}
	blankLines = regexp.MustCompile(`\n\s*\n`)
	aroundThem = []struct {
		pattern *regexp.Regexp
		with    string
	}{
		{regexp.MustCompile(`(?i)<p>\s*</p>`), ""},
		{regexp.MustCompile(`(?i)<p>\s*(</?` + allBlocks + `[^>]*>)\s*</p>`), "$1"},
		{regexp.MustCompile(`(?i)<p>(<li[\s\S]+?)</p>`), "$1"},
		{regexp.MustCompile(`(?i)<p><blockquote([^>]*)>`), "<blockquote$1><p>"},
		{regexp.MustCompile(`(?i)</blockquote></p>`), "</p></blockquote>"},
		{regexp.MustCompile(`(?i)<p>\s*(</?` + allBlocks + `[^>]*>)`), "$1"},
		{regexp.MustCompile(`(?i)(</?` + allBlocks + `[^>]*>)\s*</p>`), "$1"},
		{regexp.MustCompile(`(?i)(?:<br\s*/?>)?[ \t]*\n`), "<br />\n"},
		{regexp.MustCompile(`(?i)(</?` + allBlocks + `[^>]*>)\s*<br />`), "$1"},
		{regexp.MustCompile(`(?i)<br />(\s*</?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>)`), "$1"},
	}
)

// paragraphs makes paragraphs of blank lines and breaks of others, as WordPress does for posts
// of the editor before blocks.
func paragraphs(content string) string {
	var stored []string
	content = preformatted.ReplaceAllStringFunc(content+"\n", func(pre string) string {
		stored = append(stored, pre)
		return fmt.Sprintf("<pre wp-pre-tag-%d></pre>", len(stored)-1)
	})
	content = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(content)
	content = videoLine.ReplaceAllStringFunc(content, func(line string) string {
		if playerOf(html.UnescapeString(strings.TrimSpace(line))) == nil {
			return line
		}
		return "\n" + line + "\n" // a paragraph, see players
	})
	content = insideTag.ReplaceAllStringFunc(content, func(tag string) string {
		return strings.ReplaceAll(tag, "\n",
			" ")
	})
	for _, step := range steps {
		content = step.pattern.ReplaceAllString(content, step.with)
	}
	var out strings.Builder
	for _, block := range blankLines.Split(content, -1) {
		if block = strings.Trim(block, "\n"); strings.TrimSpace(block) != "" {
			out.WriteString("<p>" + block + "</p>\n\n")
		}
	}
	content = strings.ReplaceAll(out.String(), "</p>\n\n", "</p>\x00")
	for _, step := range aroundThem {
		content = step.pattern.ReplaceAllString(content, step.with)
	}
	content = strings.ReplaceAll(content, "\x00", "\n")
	return preMark.ReplaceAllStringFunc(content, func(mark string) string {
		i, err := strconv.Atoi(preMark.FindStringSubmatch(mark)[1])
		if err != nil || i >= len(stored) {
			return mark
		}
		return stored[i]
	})
}
