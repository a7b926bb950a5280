package apitest_test

import (
	"runtime"
	"testing"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/apitest"
)

// BenchmarkExport downloads 50,000 enrolments, and says how much the heap grew
// at most meanwhile, the downloaded bytes themselves included.
func BenchmarkExport(b *testing.B) {
	database := "bench_export_" + mongodb.NewID()
	fill(b, database, "enrollments", 50_000, enrollment)
	app := apitest.Start(b, database).Ready(b)
	loaded(b, app, "enrollments")
	staff := app.Staff(b)
	for b.Loop() {
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		before, peak := memory.HeapInuse, memory.HeapInuse
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			for {
				select {
				case <-stop:
					return
				case <-time.After(20 * time.Millisecond):
					runtime.ReadMemStats(&memory)
					peak = max(peak, memory.HeapInuse)
				}
			}
		}()
		answer := staff.Get("/api/enrollments/export").Want(200)
		close(stop)
		<-stopped
		b.ReportMetric(float64(peak-before)/1e6, "peak-MB")
		b.ReportMetric(float64(len(answer.Body))/1e6, "body-MB")
	}
}
