package notify_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"academy/cms-api/internal/platform/notify"
)

func run(t *testing.T, q *notify.Queue) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = q.Run(ctx) }()
	return func() { cancel(); <-done }
}

func TestQueue_TriesAgainAfterAnOutage(t *testing.T) {
	var tries atomic.Int32
	server := startMailServer(t, &mailServer{refuse: func(string) error {
		if tries.Add(1) == 1 {
			return &smtp.SMTPError{Code: 451, Message: "later"}
		}
		return nil
	}}, false)
	queue := notify.NewQueue(newSMTP(t, notify.SMTPOptions{
		Port: server.port, TLS: "none",
	}), notify.Off{}, slog.New(slog.DiscardHandler))
	stop := run(t, queue)
	defer stop()
	queue.Mail(message)
	deadline := time.After(20 * time.Second)
	for len(server.all()) == 0 {
		select {
		case <-deadline:
			t.Fatal("the message was never delivered")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestQueue_SendsWhatIsLeftBeforeItEnds(t *testing.T) {
	outbox := notify.NewOutbox(slog.New(slog.DiscardHandler), time.Now)
	queue := notify.NewQueue(outbox, outbox, slog.New(slog.DiscardHandler))
	for range 50 {
		queue.Mail(message)
	}
	queue.Text(notify.SMS{To: "+919876543210", Text: "x"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_ = queue.Run(ctx)
	if sent := outbox.Sent(); len(sent) != 51 {
		t.Errorf("%d messages were sent, want 51", len(sent))
	}
}

func TestTwilio_MakesTheCallAndKnowsItsFailures(t *testing.T) {
	var mu sync.Mutex
	var body, user, path string
	status := http.StatusCreated
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		data, _ := io.ReadAll(r.Body)
		name, password, _ := r.BasicAuth()
		body, user, path = string(data), name+":"+password, r.URL.Path
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"code":21211,"message":"+919876543210 is not a valid phone number"}`)
	}))
	defer service.Close()
	driver := notify.NewTwilio(notify.TwilioOptions{
		BaseURL: service.URL + "/", AccountSID: "AC1", AuthToken: "t", From: "MG7",
	})
	send := func(answer int) error {
		mu.Lock()
		status = answer
		mu.Unlock()
		return driver.Text(t.Context(), notify.SMS{To: "+919876543210", Text: "123456 is your code."})
	}
	if err := send(http.StatusCreated); err != nil {
		t.Fatal(err)
	}
	if path != "/2010-04-01/Accounts/AC1/Messages.json" || user != "AC1:t" ||
		body != "Body=123456+is+your+code.&MessagingServiceSid=MG7&To=%2B919876543210" {
		t.Errorf("the call was %s %s %s", path, user, body)
	}
	for answer, permanent := range map[int]bool{400: true, 401: true, 302: true, 429: false, 503: false} {
		err := send(answer)
		if err == nil || errors.Is(err, notify.ErrPermanent) != permanent {
			t.Errorf("%d: %v", answer, err)
		}
		if err != nil && (!strings.Contains(err.Error(), "21211") || strings.Contains(err.Error(), "9876543210")) {
			t.Errorf("%d: what would be logged: %v", answer, err)
		}
	}
}
