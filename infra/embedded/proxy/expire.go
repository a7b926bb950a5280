package proxy

import (
	"context"
	"errors"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// expire deletes the documents whose time is over, now and then, and closes the change
// streams that are not used any more, until ctx ends.
func (p *Proxy) expire(ctx context.Context) {
	tick := time.NewTicker(p.ExpireEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			p.cursors.removeUnused(now.Add(-cursorAge))
			if err := p.expireOnce(ctx, now); err != nil && ctx.Err() == nil {
				p.Log.Warn("expired documents could not be deleted; it is tried again", "error", err)
			}
		}
	}
}

func (p *Proxy) expireOnce(ctx context.Context, now time.Time) error {
	all := p.indexes.list()
	if len(all) == 0 {
		return nil
	}
	ferret, err := p.Dial(ctx)
	if err != nil {
		return err
	}
	defer ferret.Close()
	c := &conn{p, ctx, nil, newPeer(ferret)}
	var failed []error
	for _, each := range all {
		if ctx.Err() != nil {
			break
		}
		failed = append(failed, c.expireBy(each, now))
	}
	return errors.Join(failed...)
}

// expireBy deletes what has expired by one index, if it is one that says so and exists.
func (c *conn) expireBy(x index, now time.Time) error {
	if !has(x.Definition, "expireAfterSeconds") {
		return nil
	}
	existing, err := c.existing(x.DB, x.Coll)
	if err != nil || !containsName(existing, x.Name) {
		return err
	}
	key := fields(document(x.Definition, "key"))[0].key
	before := now.Add(-time.Duration(number(x.Definition, "expireAfterSeconds")) * time.Second)
	partial := document(x.Definition, "partialFilterExpression")
	if partial == nil && plainKey.MatchString(key) {
		return c.deleteBefore(x.DB, x.Coll, key, before)
	}
	defer c.lockCollection(x.DB, x.Coll)()
	filter := bson.D{{Key: key, Value: bson.D{{Key: "$lt", Value: before}}}}
	if partial != nil {
		filter = bson.D{{Key: "$and", Value: bson.A{filter, partial}}}
	}
	statement, err := bson.Marshal(bson.D{{Key: "q", Value: filter}, {Key: "limit", Value: 0}})
	if err != nil {
		return err
	}
	w := &write{conn: c, db: x.DB, coll: x.Coll}
	return w.deleteStatement(statement)
}

func containsName(existing []bson.Raw, name string) bool {
	for _, each := range existing {
		if text(each, "name") == name {
			return true
		}
	}
	return false
}
