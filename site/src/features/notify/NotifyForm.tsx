"use client";

import { body } from "@academy/shared/api/client";
import { ApiError } from "@academy/shared/api/errors";
import { type FormEvent, useRef, useState } from "react";
import buttons from "@/components/button.module.css";
import { EarlyForm, EarlyNotice } from "@/islands/EarlyForm";
import { island } from "@/islands/island";
import { noteSent } from "@/lib/sent";
import { api } from "@/live/api";
import { sendForm } from "@/live/sendForm";
import type { NotifyFormTexts } from "./fields";
import styles from "./notify.module.css";

type State = { kind: "idle" | "saving" } | { kind: "done" | "failed"; message: string };

/** Whether a text can be an e-mail address at all; the server validates it. */
const mayBeEmail = (text: string) => text.includes("@");

interface Props {
  texts: NotifyFormTexts;
  /** An editor has written what is said when an address has arrived: it counts, and not the server's answer. */
  own: boolean;
}

/** Leaves an e-mail for the day the test launches. */
export default island("NotifyForm", ({ texts, own }: Props) => {
  const [state, setState] = useState<State>({ kind: "idle" });
  const busy = useRef(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    const form = event.currentTarget;
    const email = String(new FormData(form).get("email") ?? "").trim();
    if (!mayBeEmail(email)) {
      setState({ kind: "failed", message: texts.invalid });
      return;
    }
    busy.current = true;
    const empty = noteSent(form);
    setState({ kind: "saving" });
    try {
      const lead = { email, page: "current-affairs-test", source: "notify-me-button" };
      const { message } = await sendForm(form, (sent_from) =>
        body(api.POST("/notifications", { body: { ...lead, sent_from } })),
      );
      empty();
      setState({ kind: "done", message: own ? texts.done : message || texts.done });
    } catch (error) {
      // The address is all that a person gives here, so it is what the server finds invalid.
      const invalid = error instanceof ApiError && error.status === 422;
      setState({ kind: "failed", message: invalid ? texts.invalid : texts.failed });
    } finally {
      busy.current = false;
    }
  };

  return (
    <EarlyForm className={styles.form} onSubmit={submit} noValidate>
      <label htmlFor="notify-email">{texts.email}</label>
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
          {state.kind === "saving" ? texts.saving : texts.send}
        </button>
      </div>
      <p data-kind="failed" className={styles.still}>
        {texts.scripts}
      </p>
      <EarlyNotice>{texts.early}</EarlyNotice>
      <p id="notify-message" role="status" data-kind={state.kind}>
        {"message" in state ? state.message : ""}
      </p>
    </EarlyForm>
  );
});
