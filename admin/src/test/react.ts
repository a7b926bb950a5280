import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterAll, afterEach } from "vitest";
import "./effects";
import { messagesGone } from "./messagesGone";

configure({
  // A busy machine takes its time; what never comes ends the test.
  asyncUtilTimeout: 15_000,
  // The page is printed once, when a test has failed, and not each time that something is not there yet.
  getElementError: (message) => new Error(message ?? "nothing is found"),
});

// React's development build makes an Error for each of the first 10,000 elements in a second, to name in a warning who
// has made it. It takes a sixth of a test's time, and the warning, which fails the test, says enough without.
const internals = (React as unknown as Record<string, object | undefined>)[
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"
];
if (internals) {
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => 10_000, set() {}, configurable: true });
}

// The files of a worker share one document: no test leaves components in it, and no file its messages.
afterEach(cleanup);
afterAll(messagesGone);
