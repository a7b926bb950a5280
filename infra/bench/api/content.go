package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// articleBytes is the size of an article's content.
const articleBytes = 6 << 10

// picture is the one file of the content's media that is kept, under this name.
const picture = "measured.webp"

const videos = 24

// writeSeed writes a folder for `cms-api seed`: the given content with one of
// its pictures, and articles and videos made up for measuring.
func writeSeed(dir, from string, articles int) error {
	parts, err := filepath.Glob(filepath.Join(from, "*.json"))
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err := copyFile(part, filepath.Join(dir, filepath.Base(part))); err != nil {
			return err
		}
	}
	pictures, err := filepath.Glob(filepath.Join(from, "media", "*.webp"))
	if err != nil {
		return err
	}
	if len(pictures) == 0 {
		return fmt.Errorf("there is no picture in the media of %s", from)
	}
	if err := copyFile(pictures[0], filepath.Join(dir, "media", picture)); err != nil {
		return err
	}
	if err := writeVideos(filepath.Join(dir, "videos.json")); err != nil {
		return err
	}
	return writeArticles(filepath.Join(dir, "articles"), articles)
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

func writeVideos(file string) error {
	var list []map[string]any
	for i := range videos {
		list = append(list, map[string]any{
			"title":       fmt.Sprintf("Polity, lecture %d", i+1),
			"description": "One chapter, its past questions and how to answer them.",
			"category":    "Polity", "duration": 1800 + i, "file": fmt.Sprintf("/media/videos/%02d.mp4", i),
		})
	}
	data, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

func writeArticles(folder string, articles int) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for i := range articles {
		about := measuredArticle(i)
		slug := about["slug"].(string)
		delete(about, "content")
		data, err := json.Marshal(about)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, slug+".json"), data, 0o644); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, slug+".html"), []byte(content(i)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// measuredArticle is one article, its text included.
func measuredArticle(i int) map[string]any {
	return map[string]any{
		"slug": fmt.Sprintf("article-%05d", i), "title": fmt.Sprintf("How to prepare, part %d", i),
		"excerpt":  "What to read, what to leave out, and how to know the difference before the exam does.",
		"category": "Strategy", "tags": []string{"preparation", "revision"},
		"author": "Adhva Academy", "status": "published", "banner_image": "",
		"publish_date": time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Hour),
		"content":      content(i),
	}
}

func content(i int) string {
	var b strings.Builder
	for n := 0; b.Len() < articleBytes; n++ {
		fmt.Fprintf(&b, "<h2>Step %d</h2><p>Read chapter %d of the standard book once without a pen. "+
			"On the second reading write down only what you could not have said yourself, and "+
			"test it on the day after, after %d days and before the mock test.</p>", n+1, (i*7+n*13)%40+1, (i+n)%9+2)
	}
	return b.String()
}
