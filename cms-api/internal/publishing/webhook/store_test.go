package webhook

import (
	"fmt"
	"testing"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/test/teststore"
)

func TestRecordsAreBounded(t *testing.T) {
	ctx := t.Context()
	s := newStore(teststore.Start(t).Database(t, "webhook"))
	service := &Service{store: s}
	var deliveries []any
	for i := range keepDeliveries + 20 {
		deliveries = append(deliveries, Delivery{ID: fmt.Sprintf("msg_%04d", i), EndpointID: "busy"})
	}
	deliveries = append(deliveries, Delivery{ID: "msg_0000a", EndpointID: "quiet"})
	if _, err := s.deliveries.InsertMany(ctx, deliveries); err != nil {
		t.Fatal(err)
	}
	if err := s.trim(ctx); err != nil {
		t.Fatal(err)
	}
	for endpoint, want := range map[string]struct {
		count  int
		oldest string
	}{"busy": {keepDeliveries, "msg_0020"}, "quiet": {1, "msg_0000a"}, "": {keepDeliveries + 1, "msg_0000a"}} {
		left, total, err := service.Deliveries(ctx, DeliveryFilter{EndpointID: endpoint}, paging.Window{
			Limit: 2 * keepDeliveries,
		})
		if err != nil || total != want.count || len(left) != total || left[total-1].ID != want.oldest {
			t.Fatalf("%q has %d deliveries (%d in all), error %v", endpoint, len(left), total, err)
		}
	}
	page, total, err := service.Deliveries(ctx, DeliveryFilter{EndpointID: "busy"}, paging.Window{Limit: 10, Offset: 5})
	if err != nil || total != keepDeliveries || len(page) != 10 ||
		page[0].ID != fmt.Sprintf("msg_%04d", keepDeliveries+14) {
		t.Fatalf("a page: %d of %d, error %v", len(page), total, err)
	}
}
