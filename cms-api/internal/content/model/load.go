package model

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"

	"academy/cms-api/internal/platform/weburl"
)

//go:embed content-model.json
var embedded []byte

// Load returns the model in a file, or without one that of the site this program was
// built with. Its error says what is wrong with the model.
func Load(file string) (*Model, error) {
	data, name := embedded, "content-model.json"
	if file != "" {
		name = file
		var err error
		if data, err = os.ReadFile(file); err != nil {
			return nil, fmt.Errorf("read the content model: %w", err)
		}
	}
	m, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("the content model %s cannot be used: %w", name, err)
	}
	return m, nil
}

func parse(data []byte) (*Model, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	m := &Model{raw: data}
	if err := decoder.Decode(m); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the model")
	}
	return m, m.check()
}

var (
	keyPattern  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,59}$`)
	slugPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,59}$`)
	pathPattern = regexp.MustCompile(`^/$|^(/([A-Za-z0-9._-]+|\{[A-Za-z0-9_.]+\}))+$`)
)

// maxDepth is how deep lists may stand in lists.
const maxDepth = 2

func (m *Model) check() error {
	if m.Version == "" {
		return errors.New("it has no version")
	}
	names := unique{}
	for _, b := range m.Blocks {
		where := "block " + b.Type
		if err := errors.Join(names.add(where), slug(where, b.Type), b.Fields.check(where, 0)); err != nil {
			return err
		}
	}
	if _, known := m.Block(m.Fallback); !known {
		return fmt.Errorf("the fallback %q is no block", m.Fallback)
	}
	for _, route := range m.Routes {
		if !pathPattern.MatchString(route) {
			return fmt.Errorf("%q is no route", route)
		}
	}
	for _, p := range m.Pages {
		where := "page " + p.Page
		if err := errors.Join(names.add(where), slug(where, p.Page)); err != nil {
			return err
		}
		if p.Route != "" && !pathPattern.MatchString(p.Route) {
			return fmt.Errorf("%s: %q is no route", where, p.Route)
		}
		for _, s := range p.Sections {
			where := fmt.Sprintf("%s, section %q", where, s.Section)
			err := errors.Join(names.add(where), s.Fields.check(where, 0))
			if err == nil && s.Section != "" {
				err = slug(where, s.Section)
			}
			if err != nil {
				return err
			}
		}
	}
	for _, menu := range m.Menus {
		where := "menu " + menu.Place
		if err := errors.Join(names.add(where), slug(where, menu.Place)); err != nil {
			return err
		}
		if menu.Depth < 1 || menu.Depth > 2 {
			return fmt.Errorf("%s: its depth is 1 or 2", where)
		}
	}
	return nil
}

// unique are names that were given.
type unique map[string]bool

func (u unique) add(name string) error {
	if u[name] {
		return fmt.Errorf("there are two of %s", name)
	}
	u[name] = true
	return nil
}

func slug(where, name string) error {
	if !slugPattern.MatchString(name) {
		return fmt.Errorf("%s: %q is no name of lower-case letters, digits and hyphens", where, name)
	}
	return nil
}

func (f Fields) check(where string, depth int) error {
	keys := unique{}
	for i := range f {
		field := &f[i]
		where := where + ", field " + field.Key
		for _, key := range append([]string{field.Key}, field.Was...) {
			if !keyPattern.MatchString(key) {
				return fmt.Errorf("%s: %q is no key of letters, digits, hyphens and underscores", where, key)
			}
			if err := keys.add("the key " + key); err != nil {
				return fmt.Errorf("%s: %w", where, err)
			}
		}
		if err := field.check(where, depth); err != nil {
			return err
		}
	}
	return nil
}

func (f *Field) check(where string, depth int) error {
	kind, known := f.Type.kind()
	switch {
	case !known:
		return fmt.Errorf("%s: there is no type %q", where, f.Type)
	case (f.Type == Choice || f.Type == Icon) && len(f.Options) == 0:
		return fmt.Errorf("%s: a %s needs options", where, f.Type)
	case f.Type == List && (f.Max == nil || len(f.Fields) == 0):
		return fmt.Errorf("%s: a list needs max and fields", where)
	case f.Type == List && depth == maxDepth:
		return fmt.Errorf("%s: a list in a list holds no further one", where)
	case f.Min != nil && f.Max != nil && *f.Min > *f.Max:
		return fmt.Errorf("%s: min is above max", where)
	case f.Host != "" && (f.Type != Video || f.Host != string(weburl.YouTube)):
		return fmt.Errorf("%s: only a video has a host, which is youtube", where)
	case f.Format != "" && !slices.Contains([]string{"inline", "block"}, f.Format):
		return fmt.Errorf("%s: the format %q is neither inline nor block", where, f.Format)
	}
	if f.Type == List {
		if err := f.Fields.check(where, depth+1); err != nil {
			return err
		}
	}
	if f.Default == nil {
		return nil
	}
	var value any
	if err := json.Unmarshal(f.Default, &value); err != nil {
		return fmt.Errorf("%s: its default: %w", where, err)
	}
	c := &Check{ctx: context.Background(), checker: &Checker{}}
	if kind.check(c, f, "default", value, nil); c.Err() != nil {
		return fmt.Errorf("%s: its %s does not fit: %w", where, c.bad[0].Location, c.Err())
	}
	return nil
}
