package model

import "fmt"

func number(c *Check, f *Field, at string, value any, _ []any) any {
	if value == nil {
		return nil
	}
	size, ok := value.(float64)
	switch {
	case !ok:
		c.Refuse(at, "Give a number.")
	case f.Min != nil && size < *f.Min:
		c.Refuse(at, fmt.Sprintf("Give a number of at least %v.", *f.Min))
	case f.Max != nil && size > *f.Max:
		c.Refuse(at, fmt.Sprintf("Give a number of at most %v.", *f.Max))
	}
	return value
}

func boolean(c *Check, _ *Field, at string, value any, _ []any) any {
	if _, ok := value.(bool); !ok {
		c.Refuse(at, "Give true or false.")
	}
	return value
}

// list compares each entry with all that were stored, because entries move.
func list(c *Check, f *Field, at string, value any, stored []any) any {
	entries, ok := value.([]any)
	switch {
	case !ok:
		c.Refuse(at, "Give a list.")
		return nil
	case len(entries) > int(*f.Max):
		c.Refuse(at, fmt.Sprintf("Give at most %v entries.", *f.Max))
		return nil
	case len(entries) > 0 && f.Min != nil && len(entries) < int(*f.Min):
		c.Refuse(at, fmt.Sprintf("Give at least %v entries.", *f.Min))
	}
	before := flat(stored)
	checked := make([]any, len(entries))
	for i, entry := range entries {
		place := fmt.Sprintf("%s[%d]", at, i)
		object, ok := entry.(map[string]any)
		if !ok {
			c.Refuse(place, "Give an object with the fields of an entry.")
			continue
		}
		checked[i] = c.object(f.Fields, place, object, before)
	}
	return checked
}
