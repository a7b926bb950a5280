//go:build !linux

package main

// On other systems only the guard ends the processes of a killed supervisor, and an
// interrupted make is noticed only when it ends.

func isMake(int) bool { return false }

func catchesInterrupt(int) bool { return false }
