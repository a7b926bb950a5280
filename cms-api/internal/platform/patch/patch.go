// Package patch applies updates: structs whose fields are pointers, where nil
// leaves a value as it is.
package patch

import (
	"fmt"
	"reflect"
	"slices"
)

// Patch applies updates of type U to values of type T.
type Patch[T, U any] struct{ fields []field }

// field is the index of a field in the update and in the target.
type field struct {
	from, to []int
	pointer  bool // in the target too
}

// New returns a Patch for two struct types, including the fields of embedded
// structs. It panics unless every field of U is a pointer, and T has a field of the
// same name that has the pointer's type or the type it points to. The fields of U
// named in apart are left out; the caller applies them.
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
			panic(fmt.Sprintf("patch: %v.%s of type %v has no counterpart in %v", update, from.Name, from.Type, target))
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
