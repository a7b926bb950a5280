// Package settings is the one document of site-wide settings.
package settings

import (
	"context"
	"reflect"
	"strings"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
	"academy/cms-api/internal/publishing/snapshot"
)

// name is what settings are called.
const name collection.Name = "settings"

// Update declares the settings, and changes those that are not nil. It is also what is stored, so that a
// default that was never touched can change with the software.
type Update struct {
	CurrentAffairsRedirect *bool `json:"current_affairs_redirect,omitempty" bson:"current_affairs_redirect,omitempty" doc:"Send visitors of /current-affairs to current_affairs_url."`
	BlogShowComingSoon     *bool `json:"blog_show_coming_soon,omitempty" bson:"blog_show_coming_soon,omitempty" doc:"Show Coming Soon instead of the blog list."`
	VideosShowComingSoon   *bool `json:"videos_show_coming_soon,omitempty" bson:"videos_show_coming_soon,omitempty" doc:"Show Coming Soon instead of the video library."`
	PoliceHidden           *bool `json:"adhva_vibes_psi_hidden,omitempty" bson:"adhva_vibes_psi_hidden,omitempty" doc:"Show Coming Soon instead of the police programme's page; wins over the other spelling."`
	PoliceHiddenAlias      *bool `json:"adva_vibes_psi_hidden,omitempty" bson:"-" doc:"The same flag under the name that public pages read."`

	SiteTitle       *string `json:"site_title,omitempty" bson:"site_title,omitempty" doc:"The academy's name." maxLength:"120" example:"Example Academy"`
	SiteDescription *string `json:"site_description,omitempty" bson:"site_description,omitempty" doc:"One sentence about the academy, for search engines." maxLength:"500" example:"Preparation for the civil services and police exams."`
	ContactPhone    *string `json:"contact_phone,omitempty" bson:"contact_phone,omitempty" maxLength:"40" example:"+919876543210"`
	ContactEmail    *string `json:"contact_email,omitempty" bson:"contact_email,omitempty" maxLength:"254" example:"hello@example.com"`
	ContactWhatsapp *string `json:"contact_whatsapp,omitempty" bson:"contact_whatsapp,omitempty" maxLength:"200" example:"+919876543210"`
	ContactAddress  *string `json:"contact_address,omitempty" bson:"contact_address,omitempty" maxLength:"500" text:"block" example:"12 Sample Street, Bengaluru 560001"`

	Logo        *string `json:"logo,omitempty" bson:"logo,omitempty" doc:"Address of a picture; empty for the site's own." maxLength:"2000" format:"file" example:"/media/3f2a9c1d-400x120.png"`
	AccentLight *string `json:"accent_light,omitempty" bson:"accent_light,omitempty" doc:"Colour of the accent in the light theme, #rrggbb, with a contrast of at least 4.5:1 to its ground; empty for the site's own." maxLength:"7" example:"#854a00"`
	AccentDark  *string `json:"accent_dark,omitempty" bson:"accent_dark,omitempty" doc:"Colour of the accent in the dark theme, #rrggbb, with a contrast of at least 4.5:1 to its ground; empty for the site's own." maxLength:"7" example:"#ffc766"`

	HeroBackgroundType *string `json:"hero_background_type,omitempty" bson:"hero_background_type,omitempty" enum:"image,video"`
	HeroVideoURL       *string `json:"hero_video_url,omitempty" bson:"hero_video_url,omitempty" maxLength:"2000" format:"file" example:"/media/7c1b2e90.mp4"`
	HeroVideoPoster    *string `json:"hero_video_poster,omitempty" bson:"hero_video_poster,omitempty" maxLength:"2000" format:"file" example:"/media/5d3a0f12-1600x900.jpg"`
	HeroVideoAutoplay  *bool   `json:"hero_video_autoplay,omitempty" bson:"hero_video_autoplay,omitempty"`
	HeroVideoMuted     *bool   `json:"hero_video_muted,omitempty" bson:"hero_video_muted,omitempty"`
	HeroVideoLoop      *bool   `json:"hero_video_loop,omitempty" bson:"hero_video_loop,omitempty"`

	EnrollmentFormURL *string `json:"enrollment_form_url,omitempty" bson:"enrollment_form_url,omitempty" doc:"Where Enroll Now leads; /contact-us until one is set." maxLength:"2000" format:"link" example:"https://example.com/enrol"`
	CommunityURL      *string `json:"community_url,omitempty" bson:"community_url,omitempty" doc:"The community channel; the floating button is hidden while it is empty." maxLength:"2000" format:"link" example:"https://example.com/community"`
	SampleTestURL     *string `json:"sample_test_url,omitempty" bson:"sample_test_url,omitempty" doc:"Where Get Sample Test leads; /contact-us until one is set." maxLength:"2000" format:"link" example:"https://example.com/sample-test"`
	CurrentAffairsURL *string `json:"current_affairs_url,omitempty" bson:"current_affairs_url,omitempty" doc:"The external site of current affairs; there is no redirect while it is empty." maxLength:"2000" format:"link" example:"https://example.com/current-affairs"`
}

// Settings is every setting, with its default where none was chosen: no field is nil.
type Settings Update

// Defaults returns the settings before anybody chose any.
func Defaults() Settings {
	defaults := Settings{
		SiteTitle:          new("Adhva Academy"),
		HeroBackgroundType: new("image"),
		HeroVideoAutoplay:  new(true),
		HeroVideoMuted:     new(true),
		HeroVideoLoop:      new(true),
		EnrollmentFormURL:  new("/contact-us"),
		SampleTestURL:      new("/contact-us"),
	}
	all := reflect.ValueOf(&defaults).Elem()
	for i := range all.NumField() {
		if all.Field(i).IsNil() {
			all.Field(i).Set(reflect.New(all.Field(i).Type().Elem()))
		}
	}
	return defaults
}

// merge lays an update over what is stored, and that over the defaults.
var merge = patch.New[Update, Update]()

// Patch returns u with what is set in newer laid over it.
func (u Update) Patch(newer Update) Update {
	if newer.PoliceHidden == nil {
		newer.PoliceHidden = newer.PoliceHiddenAlias
	}
	newer.PoliceHiddenAlias = nil
	merge.Apply(&u, newer)
	return u
}

// Over returns the settings that u makes of the defaults. An emptied site
// title falls back to the default one.
func (u Update) Over(s Settings) Settings {
	merge.Apply((*Update)(&s), u)
	s.PoliceHiddenAlias = s.PoliceHidden
	if *s.SiteTitle == "" {
		s.SiteTitle = Defaults().SiteTitle
	}
	return s
}

// settle puts texts and addresses into the form in which they are stored, or returns an
// Invalid problem.
func (u *Update) settle() error {
	text.Clean(u)
	bad := weburl.Set(nil, "body.enrollment_form_url", u.EnrollmentFormURL)
	bad = weburl.Set(bad, "body.community_url", u.CommunityURL)
	bad = weburl.Set(bad, "body.sample_test_url", u.SampleTestURL)
	bad = weburl.Set(bad, "body.current_affairs_url", u.CurrentAffairsURL)
	bad = weburl.SetFilm(bad, "body.hero_video_url", u.HeroVideoURL)
	bad = weburl.SetFile(bad, "body.hero_video_poster", u.HeroVideoPoster)
	bad = weburl.SetFile(bad, "body.logo", u.Logo)
	bad = checkAccent(bad, "light", u.AccentLight)
	bad = checkAccent(bad, "dark", u.AccentDark)
	if chat := u.ContactWhatsapp; chat != nil && strings.HasPrefix(strings.ToLower(*chat), "http") {
		bad = weburl.SetWeb(bad, "body.contact_whatsapp", chat)
	}
	return problem.InvalidFields(bad)
}

// checkRedirect returns an Invalid problem when newer, which was laid over the
// rest of u, makes the redirect lead nowhere or to this site itself.
func (u Update) checkRedirect(newer Update) error {
	on := u.CurrentAffairsRedirect != nil && *u.CurrentAffairsRedirect
	if !on || newer.CurrentAffairsRedirect == nil && newer.CurrentAffairsURL == nil {
		return nil
	}
	if u.CurrentAffairsURL == nil || !weburl.Web(*u.CurrentAffairsURL) {
		return problem.InvalidField("body.current_affairs_url",
			"Give the full address (https://…) that current affairs are redirected to, or switch the redirect off.")
	}
	return nil
}

// Service holds the rules of settings.
type Service struct{ store *Store }

// NewService returns a Service.
func NewService(store *Store) *Service { return &Service{store: store} }

// Get returns the settings and their revision, 0 before the first write.
func (s *Service) Get(ctx context.Context) (Settings, int, error) {
	chosen, err := s.store.get(ctx)
	return chosen.Update.Over(Defaults()), chosen.Revision, err
}

// Put merges an update into the settings; keys that are missing stay.
func (s *Service) Put(ctx context.Context, w documents.Write, update Update) (Settings, int, error) {
	if err := update.settle(); err != nil {
		return Settings{}, 0, err
	}
	chosen, err := s.store.change(ctx, w, func(doc *stored) error { return doc.merge(update) })
	if err != nil {
		return Settings{}, 0, err
	}
	return chosen.Update.Over(Defaults()), chosen.Revision, nil
}

// ShowIn has a snapshot show the settings as the public sees them.
func (s *Service) ShowIn(snapshots *snapshot.Store) {
	snapshot.ShowPart(snapshots, name.Stored(), s.store.Collection, func(docs []stored) snapshot.Content {
		var chosen stored
		if len(docs) > 0 {
			chosen = docs[0]
		}
		return snapshot.Content{Value: chosen.Update.Over(Defaults())}
	})
}

// Empty reports whether there is nothing of it yet.
func (s *Service) Empty(ctx context.Context) (bool, error) { return s.store.Empty(ctx) }

// Preview returns the settings as the public would see them after an update, which stores
// nothing.
func (s *Service) Preview(ctx context.Context, update Update) (snapshot.Part, error) {
	if err := update.settle(); err != nil {
		return snapshot.Part{}, err
	}
	chosen, err := s.store.get(ctx)
	if err != nil {
		return snapshot.Part{}, err
	}
	if err := chosen.merge(update); err != nil {
		return snapshot.Part{}, err
	}
	return snapshot.NewPart(name.Stored(), chosen.Update.Over(Defaults()), nil)
}
