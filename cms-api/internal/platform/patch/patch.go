// Package patch applies updates: structs whose fields are pointers, where nil
// leaves a value as it is.
package patch

import "reflect"

// Apply copies every field of update that is not nil to the field of the same
// name in target, a pointer to a struct, which holds either a value or a
// pointer itself. Fields that target does not have are left out.
func Apply(target, update any) {
	to := reflect.ValueOf(target).Elem()
	from := reflect.ValueOf(update)
	for i := range from.NumField() {
		value := from.Field(i)
		field := to.FieldByName(from.Type().Field(i).Name)
		if value.Kind() != reflect.Pointer || value.IsNil() || !field.IsValid() {
			continue
		}
		if field.Kind() == reflect.Pointer {
			field.Set(value)
		} else {
			field.Set(value.Elem())
		}
	}
}
