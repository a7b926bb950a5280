package documents_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/test/teststore"
)

const yearEnv = "MONGODB_TEST_YEAR"

// TestVersionsOfAYear is the process by which `make bench-history` gives the articles of a
// database the versions of a year's work, until its time is over. It says how many articles
// have them, and the size of all their texts.
func TestVersionsOfAYear(t *testing.T) {
	var asked struct {
		URI, Database        string
		Few, FewOf, Versions int // Few articles have FewOf versions, the others Versions
		Within               time.Duration
	}
	wanted := os.Getenv(yearEnv)
	if wanted == "" {
		return
	}
	if err := json.Unmarshal([]byte(wanted), &asked); err != nil {
		t.Fatal(err)
	}
	db := (&teststore.Stores{MongoURI: asked.URI}).Database(t, asked.Database)
	docs := documents.New[article.Article](db, "articles", "article").Versioned()
	all, err := docs.All(t.Context(), "slug")
	if err != nil {
		t.Fatal(err)
	}
	var editor struct {
		ID string `bson:"_id"`
	}
	if err := db.Collection("users").FindOne(t.Context(), bson.D{}).Decode(&editor); err != nil {
		t.Fatal(err)
	}
	begun := time.Now().Add(-360 * 24 * time.Hour).UTC().Truncate(time.Millisecond)
	sizes := make([]int, len(all))
	group, ctx := errgroup.WithContext(t.Context())
	group.SetLimit(runtime.NumCPU())
	edited, ends := 0, time.Now().Add(asked.Within)
	for i := range all {
		if i > 2*asked.Few && time.Now().After(ends) {
			break
		}
		edited++
		versions := asked.Versions
		if i < asked.Few {
			versions = asked.FewOf
		}
		at := make([]time.Time, versions-1)
		for n := range at {
			at[n] = begun.Add(time.Duration(n) * 360 * 24 * time.Hour / time.Duration(len(at)))
		}
		group.Go(func() (err error) {
			sizes[i], err = editedOften(ctx, docs, &all[i], editor.ID, at)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	texts := 0
	for _, size := range sizes {
		texts += size
	}
	said, _ := json.Marshal(map[string]int{"texts": texts, "articles": edited - asked.Few}) // cannot fail
	fmt.Printf("versions: %s\n", said)
}

const (
	paragraphs     = 16
	paragraphWords = 60 // as many make an article of some 6 KB
)

// editedOften has the article's first edit write its text, and each after that one paragraph
// anew. It returns the size of the texts of all versions.
func editedOften(
	ctx context.Context, docs *documents.Collection[article.Article, *article.Article], a *article.Article, by string,
	at []time.Time,
) (size int, err error) {
	chance := rand.New(rand.NewPCG(1, rand.Uint64()))
	// As often as words are in English.
	word := rand.NewZipf(chance, 1.2, 10, 5000)
	paragraph := func() string {
		words := make([]string, paragraphWords)
		for i := range words {
			words[i] = spelled(word.Uint64())
		}
		return strings.Join(words, " ")
	}
	parts := make([]string, paragraphs)
	for i := range parts {
		parts[i] = paragraph()
	}
	size = sizeOfTexts(a)
	err = docs.SavedOften(ctx, a.ID, by, at, func(a *article.Article) {
		parts[chance.IntN(len(parts))] = paragraph()
		a.Content = "<p>" + strings.Join(parts, "</p><p>") + "</p>"
		size += sizeOfTexts(a)
	})
	return size, err
}

func sizeOfTexts(a *article.Article) int { return len(a.Title) + len(a.Excerpt) + len(a.Content) }

// spelled returns a word that belongs to a number, of three to nine letters.
func spelled(number uint64) string {
	letters := rand.New(rand.NewPCG(number, number))
	word := make([]byte, 3+letters.IntN(7))
	for i := range word {
		word[i] = "etaoinshrdlucmfwypvbgk"[letters.IntN(22)]
	}
	return string(word)
}
