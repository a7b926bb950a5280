// Command api measures the public reads of cms-api against nginx serving the
// same bytes as files: one article by slug, and the list of the 20 newest, at
// 1,000 articles of 6 KB. Both run at the same time on the same machine and are
// asked in turns, so that what else the machine does meets both alike.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

type options struct {
	articles int
	rounds   int
	duration time.Duration
	bar      float64
	bin      string
	seed     string
}

func main() {
	var o options
	flag.IntVar(&o.articles, "articles", 1000, "number of articles")
	flag.IntVar(&o.rounds, "rounds", 5, "how often each is measured")
	flag.DurationVar(&o.duration, "duration", 5*time.Second, "length of one measurement")
	flag.Float64Var(&o.bar, "bar", 0.5, "smallest share of nginx's requests a second that is good enough")
	flag.StringVar(&o.bin, "bin", "../.build/bin", "folder with the programs cms-api and embedded")
	flag.StringVar(&o.seed, "seed", "../content-seed", "content that the articles are added to")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench-api:", err)
		os.Exit(1)
	}
}

// run measures everything and fails when a ratio is below the bar.
func run(ctx context.Context, o options) error {
	for _, tool := range []string{"nginx", "wrk"} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%s is missing: apt-get install nginx wrk", tool)
		}
	}
	dir, err := os.MkdirTemp("", "bench-api-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithCancel(ctx)
	p := &processes{dir: dir}
	defer p.wait()
	defer cancel()

	fmt.Printf("seeding %d articles …\n", o.articles)
	api, err := p.startProduct(ctx, o)
	if err != nil {
		return err
	}
	subjects, err := fetchSubjects(ctx, api)
	if err != nil {
		return err
	}
	nginx, err := p.startNginx(ctx, subjects)
	if err != nil {
		return err
	}
	if err := sameBytes(ctx, nginx, subjects); err != nil {
		return err
	}
	fmt.Printf("measuring: wrk -t2 -c32 -d%s, %d rounds\n\n", o.duration, o.rounds)
	for round := range o.rounds {
		for _, s := range subjects {
			// Who is first changes, in case a measurement warms the next one.
			first, second := &s.nginx, &s.api
			targets := []string{nginx + s.file, api + s.path}
			if round%2 == 1 {
				first, second = second, first
				targets[0], targets[1] = targets[1], targets[0]
			}
			for i, result := range []*[]float64{first, second} {
				rate, err := measure(ctx, targets[i], o.duration)
				if err != nil {
					return err
				}
				*result = append(*result, rate)
			}
		}
	}
	return report(subjects, o.bar)
}

// report prints the table.
func report(subjects []*subject, bar float64) error {
	fmt.Printf("%-28s %8s %14s %14s %8s\n", "", "bytes", "nginx req/s", "cms-api req/s", "ratio")
	var failed error
	for _, s := range subjects {
		ratios := make([]float64, len(s.api))
		for i := range ratios {
			ratios[i] = s.api[i] / s.nginx[i]
		}
		ratio := median(ratios)
		fmt.Printf("%-28s %8d %14.0f %14.0f %8.2f\n", s.name, len(s.body), median(s.nginx), median(s.api), ratio)
		if ratio < bar {
			failed = errors.Join(failed, fmt.Errorf("%s: %.2f of nginx, the bar is %.2f", s.name, ratio, bar))
		}
	}
	fmt.Printf("\nmedians; the ratio is the median of the rounds' ratios; bar %.2f\n", bar)
	return failed
}
