package mongodb

// InMemory reports whether lists of d come from memory.
func (d *Documents[T, P]) InMemory() bool {
	if d.list == nil {
		return false
	}
	d.list.mu.RLock()
	defer d.list.mu.RUnlock()
	return d.list.byID != nil
}
