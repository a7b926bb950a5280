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
		shown := playerOf(words(figure))
		if shown == nil {
			shown = linkTo(words(figure), "")
		}
		replace(figure, withCaption(shown)...)
	default:
		if told {
			figure.AppendChild(caption)
		}
		unwrap(figure)
	}
}

var webAddress = regexp.MustCompile(`^https?://\S+$`)

var pictureAddress = regexp.MustCompile(`(?i)\.(avif|gif|jpe?g|png|webp)([?#]|$)`)

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
	shown := image
	for around := image.Parent; around != figure && around != nil; around = around.Parent {
		switch to := attr(around, "href"); {
		case around.DataAtom != atom.A || to == "" || pictureAddress.MatchString(to):
			// Other programs link a picture to its file.
		case webAddress.MatchString(to):
			shown = element("a", "href", to)
		default:
			t.lose("The link of a picture to " + to + " was removed. Put it into the caption of the picture.")
		}
	}
	detach(image)
	image.Attr = slices.DeleteFunc(image.Attr, func(a html.Attribute) bool {
		return a.Key != "src" && a.Key != "alt" && a.Key != "title"
	})
	if attr(image, "alt") == "" {
		setAttr(image, "alt", "")
	}
	made := element("figure", "class", "picture picture-"+width)
	if shown != image {
		shown.AppendChild(image)
	}
	made.AppendChild(shown)
	if caption != nil {
		made.AppendChild(caption)
	}
	return made
}

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
