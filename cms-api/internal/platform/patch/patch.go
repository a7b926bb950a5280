// Package patch applies updates: structs whose fields are pointers, where nil
// leaves a value as it is.
package patch

import (
	"fmt"
	"reflect"
	"slices"
)

// Patch lays updates of type U over values of type T.
type Patch[T, U any] struct{ fields []field }

// field is where a value is in an update and in what is updated.
type field struct {
	from, to []int
	pointer  bool // whether it is a pointer there too
}

// New returns the Patch of two structs, embedded fields included. It panics unless
// every field of U is a pointer to what the field of the same name in T is or
// points to. Fields of U that are named in apart are left to the caller.
func New[T, U any](apart ...string) Patch[T, U] {
	target, update := reflect.TypeFor[T](), reflect.TypeFor[U]()
	var p Patch[T, U]
	for _, from := range reflect.VisibleFields(update) {
		if at := slices.Index(apart, from.Name); at >= 0 {
			apart = slices.Delete(slices.Clone(apart), at, at+1)
			continue
		}
		if from.Anonymous {
			continue // its fields follow
		}
		to, found := target.FieldByName(from.Name)
		pointer := found && to.Type == from.Type
		if from.Type.Kind() != reflect.Pointer || !found || !pointer && to.Type != from.Type.Elem() {
			panic(fmt.Sprintf("patch: %v.%s of type %v cannot be laid over %v", update, from.Name, from.Type, target))
		}
		p.fields = append(p.fields, field{from.Index, to.Index, pointer})
	}
	if len(apart) > 0 {
		panic(fmt.Sprintf("patch: %v has no fields %q", update, apart))
	}
	return p
}

// Apply copies every field of update that is not nil to target.
func (p Patch[T, U]) Apply(target *T, update U) {
	to, from := reflect.ValueOf(target).Elem(), reflect.ValueOf(update)
	for _, f := range p.fields {
		value := from.FieldByIndex(f.from)
		switch {
		case value.IsNil():
		case f.pointer:
			to.FieldByIndex(f.to).Set(value)
		default:
			to.FieldByIndex(f.to).Set(value.Elem())
		}
	}
}
