package agent

// Names returns the names of all tools.
func Names() (names []string) {
	for _, each := range tools() {
		names = append(names, each.name)
	}
	return names
}
