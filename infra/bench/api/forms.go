package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"academy/infra/program"
)

// replicas is how many cms-api follow the database while forms are sent.
const replicas = 3

// formResult is what a form takes of the embedded stores, with few and with many
// stored. Time of a processor hardly depends on what else the machine does.
type formResult struct {
	Sent     int           `json:"sent"`
	Few      time.Duration `json:"few_ns"`
	Many     time.Duration `json:"many_ns"`
	P50      time.Duration `json:"p50_ns"` // with many, until it is answered
	Replicas int           `json:"replicas"`
}

// forms measures forms beside replicas, and stores many messages in between.
func (b *bench) forms(ctx context.Context) error {
	r := &formResult{Sent: b.asked, Replicas: replicas}
	var err error
	if r.Few, _, err = b.besideOthers(ctx); err != nil {
		return err
	}
	if err := b.storeLeads(ctx, allLeads()[2:3]); err != nil {
		return err
	}
	r.Many, r.P50, err = b.besideOthers(ctx)
	b.results.Forms = r
	return err
}

// besideOthers is sendForms while other cms-api run too, all of them with their lists loaded.
func (b *bench) besideOthers(ctx context.Context) (cpu, p50 time.Duration, err error) {
	addresses := []string{b.address}
	for len(addresses) < replicas {
		other, failed := b.Serve(ctx, b.product.bin, b.env)
		if failed != nil {
			return 0, 0, failed
		}
		defer func() { err = errors.Join(err, other.Stop()) }()
		addresses = append(addresses, other.Ready[1])
	}
	for _, address := range addresses {
		if _, err := warmUp(ctx, b.staff, address, b.bars.list); err != nil {
			return 0, 0, err
		}
	}
	say("sending %d forms", b.asked)
	return b.sendForms(ctx)
}

// sendForms returns the processor time that the stores take for a form, and how long it
// takes until it is answered, by the median.
func (b *bench) sendForms(ctx context.Context) (cpu, p50 time.Duration, err error) {
	before, err := b.stores.CPU()
	if err != nil {
		return 0, 0, err
	}
	var times []time.Duration
	for i := range b.asked {
		begun := time.Now()
		_, err := b.staff.post(ctx, b.address+"/api/contact", map[string]any{
			"name": sampleName, "email": sampleEmail, "message": fmt.Sprintf("Question %d at %d", i, begun.UnixNano()),
		})
		if err != nil {
			return 0, 0, err
		}
		times = append(times, time.Since(begun))
	}
	after, err := b.stores.CPU()
	return (after - before) / time.Duration(b.asked), percentile(times, 0.50), err
}

// missed is an error when a form takes more beside many messages, by that factor.
func (r *formResult) missed(bar float64) error {
	if grown := float64(r.Many) / float64(r.Few); program.Measurable() && grown > bar {
		return fmt.Errorf("a form takes %.2f times as much beside many messages, the bar is %.2f", grown, bar)
	}
	return nil
}

func (r *formResult) markdown(leads int) string {
	return fmt.Sprintf("A form beside %d cms-api takes %s of a processor in the embedded stores with few messages and %s with %d "+
		"(%d forms each), and is answered after %s by then.\n\n",
		r.Replicas, milliseconds(r.Few), milliseconds(r.Many), leads, r.Sent, milliseconds(r.P50))
}
