package library

import (
	"math"
	"slices"
)

// FocusPart is the section of the snapshot with the focus of pictures.
const FocusPart = "media_focus"

// showFocus shows the focus of each picture that has one and that something public names, by its address: in per
// cent, as the site positions pictures. It does nothing before all that it is made of is loaded.
func (s *Service) showFocus() {
	s.focusing.Lock()
	defer s.focusing.Unlock()
	all, loaded := s.list.all()
	if !loaded || !s.index.knowsContent() {
		return
	}
	points := map[string]Focus{}
	for _, each := range all {
		if focus := each.doc.Focus; focus != nil && each.doc.Kind == Image && s.isLive(each.doc.URL) {
			points[each.doc.URL] = Focus{percent(focus.X), percent(focus.Y)}
		}
	}
	if err := s.o.ShowFocus(points); err != nil {
		s.o.Log.Error("the focus of pictures cannot be shown", "error", err)
	}
}

// percent returns a share in per cent, to two digits after the point.
func percent(share float64) float64 { return math.Round(share*1e4) / 1e2 }

// isLive reports whether something public, or that will be by itself, names the file of an address.
func (s *Service) isLive(url string) bool {
	stem := stemOf(url)
	return slices.ContainsFunc(s.index.usersOf(url), func(u *user) bool {
		return slices.Contains(u.names, name{stem, Live})
	})
}
