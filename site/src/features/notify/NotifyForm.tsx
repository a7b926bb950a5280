"use client";

import { type FormEvent, useRef, useState } from "react";
import { answer, apiAt } from "@/api/client";
import buttons from "@/components/button.module.css";
import { useSite } from "@/live/Site";
import styles from "./notify.module.css";

type State = { kind: "idle" | "saving" } | { kind: "done" | "failed"; message: string };

/** Whether a text can be an e-mail address at all; the server looks more closely. */
const mayBeEmail = (text: string) => text.includes("@");

/** Leaves an e-mail for the day the test launches. */
export function NotifyForm() {
  const { apiUrl } = useSite();
  const [email, setEmail] = useState("");
  const [state, setState] = useState<State>({ kind: "idle" });
  const busy = useRef(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    const address = email.trim();
    if (!mayBeEmail(address)) {
      setState({ kind: "failed", message: "Please enter a valid email address" });
      return;
    }
    busy.current = true;
    setState({ kind: "saving" });
    try {
      const body = { email: address, page: "current-affairs-test", source: "notify-me-button" };
      const { message } = await answer(apiAt(apiUrl).POST("/notifications", { body }));
      setEmail("");
      setState({ kind: "done", message: message || "Thank you! We will notify you when we launch." });
    } catch {
      setState({ kind: "failed", message: "Something went wrong. Please try again." });
    } finally {
      busy.current = false;
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label htmlFor="notify-email">Email</label>
      <div>
        <input
          id="notify-email"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          value={email}
          aria-describedby="notify-message"
          aria-invalid={state.kind === "failed" || undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" className={buttons.loud} aria-disabled={state.kind === "saving"}>
          {state.kind === "saving" ? "Saving…" : "Notify Me"}
        </button>
      </div>
      <p data-kind="failed" className={styles.still}>
        This form needs JavaScript to send. Write to us instead, or come back later.
      </p>
      <p id="notify-message" role="status" data-kind={state.kind}>
        {"message" in state ? state.message : ""}
      </p>
    </form>
  );
}
