//go:build linux || darwin

package doctor

import "syscall"

// freeBytes returns how much may be written to the disk of a folder.
func freeBytes(folder string) (free uint64, known bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, false
	}
	return disk.Bavail * uint64(disk.Bsize), true
}
