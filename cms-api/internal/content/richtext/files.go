package richtext

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	node "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// stored is the address of a file that was uploaded.
var stored = regexp.MustCompile(`^/media/[^?#]+$`)

func isStored(address string) bool { return stored.MatchString(address) && weburl.File(address) }

// file fits the link to a file. A paragraph that holds anything else is like others.
func (f *fitter) file(n *node.Node, _ *shape, may kind) []*node.Node {
	link, name := find(n, atom.A), strings.TrimSpace(textOf(n))
	if may&sections == 0 || link == nil || !isStored(attribute(link, "href")) ||
		strings.TrimSpace(textOf(link)) != name || find(n, atom.Img) != nil {
		f.strip(n)
		return f.fit(n, may)
	}
	address := attribute(link, "href")
	kept := element("a", "href", address)
	if saved := text.FileName(attribute(link, "download")); saved != "" && saved != "." && saved != "/" {
		set(kept, "download", text.WithExtension(saved, path.Ext(address)))
	}
	if bytes := attribute(link, "data-bytes"); bytes != "" {
		set(kept, "data-bytes", bytes)
	}
	if name != "" {
		with(kept, &node.Node{Type: node.TextNode, Data: name})
	}
	return []*node.Node{with(element("p", "class", "file"), kept)}
}

// describeFiles returns clean HTML with the name and the size of each file that it links to.
func (c *Cleaner) describeFiles(ctx context.Context, clean string) (string, error) {
	if !strings.Contains(clean, `<p class="file">`) {
		return clean, nil
	}
	nodes, err := parse(clean)
	if err != nil {
		return "", err
	}
	known := map[string]File{}
	for n := range elements(nodes) {
		if n.DataAtom != atom.P || attribute(n, "class") != "file" {
			continue
		}
		link := n.FirstChild
		address := attribute(link, "href")
		file, seen := known[address]
		if !seen {
			if len(known) == maxFiles {
				return "", problem.New(problem.Invalid, fmt.Sprintf("The text links to more than %d files. Split it.", maxFiles))
			}
			file, err = c.stores.File(ctx, address)
			if problem.Is(err, problem.NotFound) {
				file, err = File{}, nil
			}
			if err != nil {
				return "", fmt.Errorf("look up a file: %w", err)
			}
			known[address] = file
		}
		describe(link, address, file)
	}
	return render(nodes)
}

// describe says what the link to a file leads to. Of a file that is not stored nobody knows
// the size.
func describe(link *node.Node, address string, file File) {
	name := attribute(link, "download")
	if name == "" {
		name = text.WithExtension(text.FileName(cmp.Or(file.Name, path.Base(address))), path.Ext(address))
	}
	link.Attr = nil
	set(link, "href", address)
	set(link, "download", name)
	if file.Name != "" {
		set(link, "data-bytes", strconv.FormatInt(file.Bytes, 10))
	}
	if link.FirstChild == nil {
		with(link, &node.Node{Type: node.TextNode, Data: name})
	}
}
