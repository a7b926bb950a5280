package listen

// maxConnections is how many connections a process takes when nothing else
// bounds them: some hundred megabytes of memory.
const maxConnections = 20_000

// Connections returns how many connections a process had better take in all:
// three quarters of the file descriptors that it may have, so that stores and
// files of its own always get one.
func Connections() int {
	most, known := descriptors()
	if !known {
		return maxConnections
	}
	return int(min(most/4*3, maxConnections))
}
