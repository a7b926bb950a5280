package convert

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// figure makes a figure one of the editor's.
func (t *Tidied) figure(figure *html.Node) {
	caption := first(figure, func(n *html.Node) bool { return n.DataAtom == atom.Figcaption && n.Parent == figure })
	if caption != nil {
		caption.Parent.RemoveChild(caption)
		caption.Attr = nil
	}
	told := caption != nil && words(caption) != ""
	images := find(figure, tag(atom.Img))
	withCaption := func(all ...*html.Node) []*html.Node {
		if !told {
			return all
		}
		p := element("p")
		moveChildren(p, caption)
		return append(all, p)
	}
	table, code := first(figure, tag(atom.Table)), first(figure, tag(atom.Pre))
	player := first(figure, tag(atom.Iframe, atom.Video, atom.Audio))
	switch {
	case hasClass(figure, "picture"): // made already
		if told {
			figure.AppendChild(caption)
		}
	case table != nil:
		t.table(figure, table, caption, told)
	case code != nil:
		detach(code)
		replace(figure, withCaption(code)...)
	case player != nil:
		detach(player)
		replace(figure, withCaption(player)...)
	case len(find(figure, class("picture"))) > 0: // of a gallery
		var all []*html.Node
		for _, picture := range find(figure, class("picture")) {
			detach(picture)
			all = append(all, picture)
		}
		replace(figure, withCaption(all...)...)
	case len(images) > 0:
		var all []*html.Node
		for i, image := range images {
			if i < len(images)-1 {
				all = append(all, t.picture(figure, image, nil))
				continue
			}
			if !told {
				caption = nil
			}
			all = append(all, t.picture(figure, image, caption))
		}
		replace(figure, all...)
	case webAddress.MatchString(words(figure)):
		replace(figure, withCaption(linkTo(words(figure), ""))...)
	default:
		if told {
			figure.AppendChild(caption)
		}
		unwrap(figure)
	}
}

var webAddress = regexp.MustCompile(`^https?://\S+$`)

func detach(n *html.Node) { n.Parent.RemoveChild(n) }

// picture returns the editor's figure of a picture.
func (t *Tidied) picture(figure, image, caption *html.Node) *html.Node {
	width := "full"
	around := attr(figure, "class") + " " + attr(image, "class")
	switch {
	case strings.Contains(around, "alignwide"), strings.Contains(around, "alignfull"),
		strings.Contains(around, "kg-width-wide"), strings.Contains(around, "kg-width-full"):
		width = "wide"
	case strings.Contains(around, "alignleft"), strings.Contains(around, "alignright"):
		width = "half"
	}
	t.loseLink(figure, image)
	detach(image)
	image.Attr = slices.DeleteFunc(image.Attr, func(a html.Attribute) bool {
		return a.Key != "src" && a.Key != "alt" && a.Key != "title"
	})
	if attr(image, "alt") == "" {
		setAttr(image, "alt", "")
	}
	made := element("figure", "class", "picture picture-"+width)
	made.AppendChild(image)
	if caption != nil {
		made.AppendChild(caption)
	}
	return made
}

// loseLink reports the link of a picture, as pictures in figures have none; but not one to the same picture in
// full size.
func (t *Tidied) loseLink(figure, image *html.Node) {
	for n := image.Parent; n != nil && n != figure; n = n.Parent {
		href := attr(n, "href")
		if n.DataAtom == atom.A && href != "" && inFullSize(href) != inFullSize(attr(image, "src")) {
			t.lose("The link of a picture to " + href + " was removed. Put it into the caption of the picture.")
		}
	}
}

// sizeInName is how WordPress tells the sizes of a picture apart.
var sizeInName = regexp.MustCompile(`-(?:[0-9]+x[0-9]+|scaled)(\.[A-Za-z]+)$`)

func inFullSize(address string) string { return sizeInName.ReplaceAllString(address, "$1") }

func (t *Tidied) table(figure, table, caption *html.Node, told bool) {
	detach(table)
	if told && first(table, tag(atom.Caption)) == nil {
		c := element("caption")
		moveChildren(c, caption)
		table.InsertBefore(c, table.FirstChild)
	}
	made := element("figure", "class", "table")
	made.AppendChild(table)
	replace(figure, made)
}
