// Package target mirrors the live release to folders and buckets in which every file has
// its public path, as any static host serves it.
package target
