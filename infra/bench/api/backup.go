package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"academy/infra/program"
)

// backupResult is what a backup and its restore on an empty system cost, and what
// came out.
type backupResult struct {
	Media     int64      `json:"media"` // bytes
	Files     int        `json:"files"`
	Archive   int64      `json:"archive"`
	Backup    commandRun `json:"backup"`
	Check     commandRun `json:"check"`
	Restore   commandRun `json:"restore"`
	Before    string     `json:"fingerprint_before"`
	After     string     `json:"fingerprint_after"`
	Different int        `json:"different_media"`
	Leads     []int      `json:"leads"`
}

// commandRun is one run of a command.
type commandRun struct {
	Took time.Duration `json:"took_ns"`
	Peak int64         `json:"peak"` // of its memory, in bytes
}

// videosToBackUp is how many files the media are made of.
const videosToBackUp = 16

func (b *bench) backup(ctx context.Context) error {
	say("storing %d MiB of media", b.upload)
	for i := range videosToBackUp {
		request, err := form(ctx, b.address+"/api/videos", b.upload<<20/videosToBackUp+int64(i))
		if err != nil {
			return err
		}
		if _, _, err := b.staff.do(request); err != nil {
			return fmt.Errorf("upload a video: %w", err)
		}
	}
	if err := b.storeLeads(ctx, allLeads()); err != nil {
		return err
	}
	other := &product{Processes: b.Processes, dir: filepath.Join(b.dir, "restored"), bin: b.options.bin}
	if err := other.startStores(ctx); err != nil {
		return err
	}
	archive := filepath.Join(b.dir, "academy.tar.zst")
	r := &backupResult{}
	b.results.Backup = r
	for _, step := range []struct {
		what string
		on   *product
		into *commandRun
		args []string
	}{
		{"backing up", b.product, &r.Backup, []string{"backup", archive}},
		{"checking", other, &r.Check, []string{"restore", "--check", archive}},
		{"restoring", other, &r.Restore, []string{"restore", archive}},
	} {
		say("%s", step.what)
		var err error
		if *step.into, err = step.on.command(ctx, step.args...); err != nil {
			return err
		}
	}
	if err := other.restart(ctx); err != nil {
		return err
	}
	return r.compare(ctx, b, other, archive)
}

// command runs a command of cms-api to its end.
func (p *product) command(ctx context.Context, args ...string) (commandRun, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(p.bin, "cms-api"), args...)
	cmd.Env = p.env
	begun := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return commandRun{}, fmt.Errorf("cms-api %s: %w\n%s", args[0], err, out)
	}
	run := commandRun{Took: time.Since(begun)}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		run.Peak = usage.Maxrss << 10 // Linux counts kilobytes
	}
	return run, nil
}

func (r *backupResult) compare(ctx context.Context, b *bench, other *product, archive string) error {
	info, err := os.Stat(archive)
	if err != nil {
		return err
	}
	r.Archive = info.Size()
	if r.Before, err = contentFingerprint(ctx, b.address); err != nil {
		return err
	}
	if r.After, err = contentFingerprint(ctx, other.address); err != nil {
		return err
	}
	before, size, err := hashFiles(filepath.Join(b.dir, "data", "objects", program.Bucket))
	if err != nil {
		return err
	}
	after, _, err := hashFiles(filepath.Join(other.dir, "data", "objects", program.Bucket))
	if err != nil {
		return err
	}
	r.Files, r.Media = len(before), size
	for key, hash := range before {
		if after[key] != hash {
			r.Different++
		}
		delete(after, key)
	}
	r.Different += len(after)
	// The accounts are back too.
	there, err := signIn(ctx, other.address)
	if err != nil {
		return err
	}
	for _, kind := range allLeads() {
		count, err := there.count(ctx, other.address+kind.list)
		if err != nil {
			return err
		}
		r.Leads = append(r.Leads, count)
	}
	return nil
}

func contentFingerprint(ctx context.Context, api string) (string, error) {
	got, err := get(ctx, api+"/api/snapshot", "identity")
	if err != nil {
		return "", err
	}
	var content struct{ Fingerprint string }
	err = json.Unmarshal(got.body, &content)
	return content.Fingerprint, err
}

// hashFiles returns the hash of each file of a folder by its path, and the size of
// all of them.
func hashFiles(folder string) (map[string]string, int64, error) {
	found, total := map[string]string{}, int64(0)
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir // the object store's own
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		hash := sha256.New()
		size, err := io.Copy(hash, file)
		total += size
		found[strings.TrimPrefix(path, folder)] = hex.EncodeToString(hash.Sum(nil))
		return errors.Join(err, file.Close())
	})
	return found, total, err
}

func (r *backupResult) markdown() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "A backup with %s of media in %d files has %s. Fingerprint before %s, after %s; %d media differ; leads there: %v.\n\n",
		mebibytes(r.Media), r.Files, mebibytes(r.Archive), r.Before, r.After, r.Different, r.Leads)
	rows := [][]string{{"command", "took", "peak memory"}}
	for _, run := range []struct {
		name string
		commandRun
	}{{"backup", r.Backup}, {"restore --check", r.Check}, {"restore", r.Restore}} {
		rows = append(rows, []string{run.name, fmt.Sprintf("%.1f s", run.Took.Seconds()), mebibytes(run.Peak)})
	}
	b.WriteString(table(rows, 1))
	return b.String()
}

// missed returns what the restore did not bring back unchanged.
func (r *backupResult) missed(leads int) error {
	var failed []error
	if r.Before != r.After || r.Before == "" {
		failed = append(failed, errors.New("restore: the content has another fingerprint"))
	}
	if r.Different > 0 {
		failed = append(failed, fmt.Errorf("restore: %d media are not the same", r.Different))
	}
	for _, count := range r.Leads {
		if count != leads {
			failed = append(failed, fmt.Errorf("restore: %d leads of a kind instead of %d", count, leads))
		}
	}
	return errors.Join(failed...)
}
