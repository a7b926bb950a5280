package lead

import (
	"fmt"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func TestLeadUpdate_Apply(t *testing.T) {
	at := time.Date(2031, 5, 2, 10, 0, 0, 0, time.UTC)
	ref := func(text string) *string { return &text }
	status := func(s Status) *Status { return &s }
	for name, test := range map[string]struct {
		update LeadUpdate
		want   string // status, assignee, day, number of activities
	}{
		"nothing": {LeadUpdate{}, "contacted ravi 2031-05-03 0"},
		"the same": {
			LeadUpdate{LeadStatus: status(StatusContacted), AssignedTo: ref("ravi")}, "contacted ravi 2031-05-03 0",
		},
		"another status":         {LeadUpdate{LeadStatus: status(StatusNew)}, "new ravi 2031-05-03 1"},
		"enrolled loses its day": {LeadUpdate{LeadStatus: status(StatusEnrolled)}, "enrolled ravi  2"},
		"closed with a day": {
			LeadUpdate{LeadStatus: status(StatusClosed), CallBackOn: ref("2031-06-01")}, "closed ravi 2031-06-01 2",
		},
		"nobody, and no day": {LeadUpdate{AssignedTo: ref(""), CallBackOn: ref("")}, "contacted   2"},
		"somebody else, on another day": {
			LeadUpdate{AssignedTo: ref("asha"), CallBackOn: ref("2031-07-01")}, "contacted asha 2031-07-01 2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := Stored{LeadStatus: StatusContacted, AssignedTo: "ravi", CallBackOn: "2031-05-03"}
			different := test.update.apply(&s, at, "meera")
			got := fmt.Sprintf("%s %s %s %d", s.LeadStatus, s.AssignedTo, s.CallBackOn, len(s.Activity))
			if got != test.want || different != (len(s.Activity) > 0) {
				t.Errorf("got %q, different %t; want %q", got, different, test.want)
			}
			for _, each := range s.Activity {
				if each.By != "meera" || !each.At.Equal(at) || each.From == each.To {
					t.Errorf("activity = %+v", each)
				}
			}
		})
	}
}

func TestLeadUpdate_ActivityIsBounded(t *testing.T) {
	var s Stored
	for i := range 3 * maxActivity {
		day := fmt.Sprintf("2031-05-%02d", i%28+1)
		LeadUpdate{CallBackOn: &day}.apply(&s, time.Unix(int64(i), 0), "asha")
	}
	if last := s.Activity[len(s.Activity)-1].At.Unix(); len(s.Activity) != maxActivity || last != 3*maxActivity-1 {
		t.Errorf("%d activities, the last at %d", len(s.Activity), last)
	}
}

func TestAddresses_CountAcrossKinds(t *testing.T) {
	a := newAddresses()
	a.kinds = 2
	of := func(email, phone string) []uint64 {
		raw, err := bson.Marshal(bson.M{"email": email, "phone": phone})
		if err != nil {
			t.Fatal(err)
		}
		hashes, _, _ := a.hashes(raw)
		return hashes
	}
	one, other := ofKind{a, "one"}, ofKind{a, "other"}
	shared := func() string {
		first, loaded := a.shared("one")
		second, _ := a.shared("other")
		return fmt.Sprint(first, second, loaded)
	}
	replace := func(k ofKind, all map[string][]uint64) {
		if err := k.Replace(all); err != nil {
			t.Fatal(err)
		}
	}
	apply := func(k ofKind, put map[string][]uint64, gone ...string) {
		if err := k.Apply(t.Context(), put, gone); err != nil {
			t.Fatal(err)
		}
	}
	replace(one, map[string][]uint64{"a": of("asha@example.com", "+91"), "b": of("b@example.com", "")})
	if got := shared(); got != "[] [] false" {
		t.Errorf("before all kinds are loaded: %s", got)
	}
	replace(other, map[string][]uint64{"c": of("", "+91")})
	if got := shared(); got != "[a] [c] true" {
		t.Errorf("by telephone: %s", got)
	}
	apply(other, map[string][]uint64{"c": of("b@example.com", "")})
	if got := shared(); got != "[b] [c] true" {
		t.Errorf("after a change: %s", got)
	}
	apply(one, nil, "b", "unknown")
	replace(other, map[string][]uint64{"c": of("b@example.com", "")})
	if got := shared(); got != "[] [] true" || len(a.count) != 3 {
		t.Errorf("after a deletion: %s, %d addresses", got, len(a.count))
	}
}
