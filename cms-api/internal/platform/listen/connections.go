package listen

// maxConnections is how many connections a process accepts when nothing else bounds
// them. They take some hundred megabytes of memory.
const maxConnections = 20_000

// Connections returns how many connections a process should accept: three quarters of
// its limit of file descriptors, so that there are always some for stores and files.
func Connections() int {
	most, known := descriptors()
	if !known {
		return maxConnections
	}
	return int(min(most/4*3, maxConnections))
}
