package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
)

// order is the number of a random order of the tests, or empty: then they run as they are
// written.
type order string

// parseOrder returns the order that SHUFFLE asks for: by its number, or a new one for 1.
func parseOrder(shuffle string) (order, error) {
	if shuffle == "1" {
		shuffle = strconv.Itoa(2 + rand.IntN(1_000_000))
	}
	if number, err := strconv.Atoi(shuffle); shuffle != "" && (err != nil || number < 1) {
		return "", fmt.Errorf("SHUFFLE is %q and not a number from 1", shuffle)
	}
	return order(shuffle), nil
}

// say says how to repeat the order.
func (o order) say(out io.Writer) {
	if o != "" {
		fmt.Fprintf(out, "SHUFFLE=%s repeats this order of the tests\n", o)
	}
}
