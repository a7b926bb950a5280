package library

import "math"

// FocusPart is the section of the snapshot with the focus of pictures.
const FocusPart = "media_focus"

// showFocus shows the focus of each picture that has one, by its address: in per cent, as the site positions pictures.
func (s *Service) showFocus() {
	s.focusing.Lock()
	defer s.focusing.Unlock()
	all, _ := s.list.all()
	points := map[string]Focus{}
	for _, each := range all {
		if focus := each.doc.Focus; focus != nil && each.doc.Kind == Image {
			points[each.doc.URL] = Focus{percent(focus.X), percent(focus.Y)}
		}
	}
	if err := s.show(points); err != nil {
		s.o.Log.Error("the focus of pictures cannot be shown", "error", err)
	}
}

// percent returns a share in per cent, to two digits after the point.
func percent(share float64) float64 { return math.Round(share*1e4) / 1e2 }
