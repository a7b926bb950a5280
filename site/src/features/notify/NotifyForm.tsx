"use client";

import { type FormEvent, useRef, useState } from "react";
import { ApiError, answer, apiAt } from "@/api/client";
import buttons from "@/components/button.module.css";
import { useEarlySubmit } from "@/lib/early";
import { useSite } from "@/live/Site";
import styles from "./notify.module.css";

type State = { kind: "idle" | "saving" } | { kind: "done" | "failed"; message: string };

const NO_ADDRESS = "Please enter a valid email address";
const FAILED = "Something went wrong. Please try again.";

/** Whether a text can be an e-mail address at all; the server looks more closely. */
const mayBeEmail = (text: string) => text.includes("@");

/** Leaves an e-mail for the day the test launches. */
export function NotifyForm() {
  const { apiUrl } = useSite();
  const form = useEarlySubmit();
  const [state, setState] = useState<State>({ kind: "idle" });
  const busy = useRef(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    const form = event.currentTarget;
    const email = String(new FormData(form).get("email") ?? "").trim();
    if (!mayBeEmail(email)) {
      setState({ kind: "failed", message: NO_ADDRESS });
      return;
    }
    busy.current = true;
    setState({ kind: "saving" });
    try {
      const body = { email, page: "current-affairs-test", source: "notify-me-button" };
      const { message } = await answer(apiAt(apiUrl).POST("/notifications", { body }));
      form.reset();
      setState({ kind: "done", message: message || "Thank you! We will notify you when we launch." });
    } catch (error) {
      // The address is all that a person gives here, so it is what the server finds invalid.
      const invalid = error instanceof ApiError && error.status === 422;
      setState({ kind: "failed", message: invalid ? NO_ADDRESS : FAILED });
    } finally {
      busy.current = false;
    }
  };

  return (
    <form ref={form} method="dialog" className={styles.form} onSubmit={submit} noValidate>
      <label htmlFor="notify-email">Email</label>
      <div>
        <input
          id="notify-email"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          aria-describedby="notify-message"
          aria-invalid={state.kind === "failed" || undefined}
        />
        <button type="submit" className={buttons.loud} aria-disabled={state.kind === "saving"}>
          {state.kind === "saving" ? "Saving…" : "Notify Me"}
        </button>
      </div>
      <p data-kind="failed" className={styles.still}>
        This form needs JavaScript to send. Write to us instead, or come back later.
      </p>
      <p role="status" className="early">
        <span>The page is still loading. Your address is sent as soon as it is ready.</span>
      </p>
      <p id="notify-message" role="status" data-kind={state.kind}>
        {"message" in state ? state.message : ""}
      </p>
    </form>
  );
}
