package article

import "academy/cms-api/internal/content/working"

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
func (h *Handler) copies() *working.Handler[Article, *Article, CopyFields, SentCopy, WorkingCopy] {
	return working.NewHandler(h.articles.Copies, h.people, working.Calls[Article, CopyFields, SentCopy, WorkingCopy]{
		Path: "/articles/{id}", One: "Article", Tag: "articles", MaxBody: maxBody,
		Sent:     func(sent SentCopy) (CopyFields, working.Plan) { return sent.CopyFields, sent.Plan },
		Shown:    func(state working.State, fields CopyFields) WorkingCopy { return WorkingCopy{state, fields} },
		Document: one,
	})
}
