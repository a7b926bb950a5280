package mongodb

// InMemory reports whether lists of d come from memory.
func (d *Documents[T, P]) InMemory() bool {
	d.rows.mu.RLock()
	defer d.rows.mu.RUnlock()
	return d.rows.byID != nil
}
