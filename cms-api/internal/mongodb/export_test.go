package mongodb

// InMemory reports whether lists of d come from memory.
func (d *Documents[T, P]) InMemory() bool { return d.rows.loaded() }
