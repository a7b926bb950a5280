package page

import (
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/etag"
)

// SentCopy is the body of a working copy.
type SentCopy struct {
	CopyFields
	working.Plan
}

// WorkingCopy is a working copy as it is answered.
type WorkingCopy struct {
	working.State
	CopyFields
}

// copies answers the calls about working copies.
func (h *Handler) copies() *working.Handler[Page, *Page, CopyFields, SentCopy, WorkingCopy] {
	return working.NewHandler(h.pages.Copies, h.people, working.Calls[Page, CopyFields, SentCopy, WorkingCopy]{
		Path: "/admin/pages/{id}", One: "Page", Tag: "pages", MaxBody: maxBody,
		Sent:     func(sent SentCopy) (CopyFields, working.Plan) { return sent.CopyFields, sent.Plan },
		Shown:    func(state working.State, fields CopyFields) WorkingCopy { return WorkingCopy{state, fields} },
		Document: func(p Page, err error) (*etag.Answer[Page], error) { return etag.One(p, err) },
	})
}
