package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
)

// order is the number of a random order of the tests, or empty: then they run as they are
// written.
var order string

// drawOrder sets order from SHUFFLE: a number that repeats an order, or 1 for a new one.
func drawOrder(out io.Writer) error {
	order = os.Getenv("SHUFFLE")
	if order == "1" {
		order = strconv.Itoa(2 + rand.IntN(1_000_000))
	}
	if number, err := strconv.Atoi(order); order != "" && (err != nil || number < 1) {
		return fmt.Errorf("SHUFFLE is %q and not a number from 1", order)
	}
	sayOrder(out)
	return nil
}

// sayOrder says how to repeat the order of the tests.
func sayOrder(out io.Writer) {
	if order != "" {
		fmt.Fprintf(out, "SHUFFLE=%s repeats this order of the tests\n", order)
	}
}
