"use client";

import { body } from "@academy/shared/api/client";
import { ApiError } from "@academy/shared/api/errors";
import { type FormEvent, useRef, useState } from "react";
import buttons from "@/components/button.module.css";
import { EarlyForm, EarlyNotice } from "@/islands/EarlyForm";
import { island } from "@/islands/island";
import { filled } from "@/lib/fill";
import { noteSent } from "@/lib/sent";
import { api } from "@/live/api";
import { sendForm } from "@/live/sendForm";
import { notify } from "@/toast/notify";
import styles from "./contact.module.css";
import type { ContactFormTexts } from "./fields";

/** A message to the academy. What was typed stays until it has arrived. */
export default island("ContactForm", ({ email, texts }: { email: string; texts: ContactFormTexts }) => {
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const [problem, setProblem] = useState("");

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const form = event.currentTarget;
    const empty = noteSent(form);
    const text = (name: string) => String(new FormData(form).get(name) ?? "").trim();
    setSending(true);
    setProblem("");
    try {
      const phone = text("phone");
      const lead = { name: text("name"), email: text("email"), ...(phone && { phone }), message: text("message") };
      await sendForm(form, (sent_from) => body(api.POST("/contact", { body: { ...lead, sent_from } })));
      empty();
      notify(texts.sent, "success");
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) setProblem(error.message);
      notify(texts.failed, "error");
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  return (
    <EarlyForm className={styles.form} onSubmit={submit}>
      {/* Without bounds: the browser would cut what is pasted without a word, the server says how much is too much. */}
      <div className={styles.field}>
        <label htmlFor="contact-name">{texts.name}</label>
        <input id="contact-name" name="name" autoComplete="name" required />
      </div>
      <div className={styles.field}>
        <label htmlFor="contact-email">{texts.email}</label>
        <input id="contact-email" name="email" type="email" autoComplete="email" required />
      </div>
      <div className={styles.field}>
        <label htmlFor="contact-phone">
          {texts.phone} <small>{texts.optional}</small>
        </label>
        <input id="contact-phone" name="phone" type="tel" autoComplete="tel" />
      </div>
      <div className={styles.field}>
        <label htmlFor="contact-message">{texts.message}</label>
        <textarea id="contact-message" name="message" required />
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <p className={`${styles.problem} ${styles.still}`}>
        {filled(texts.scripts, {
          email: (
            <a key="email" href={`mailto:${email}`}>
              {email}
            </a>
          ),
        })}
      </p>
      <EarlyNotice>{texts.early}</EarlyNotice>
      <div className={styles.send}>
        <button type="submit" className={buttons.loud} aria-disabled={sending}>
          {sending ? texts.sending : texts.send}
        </button>
      </div>
    </EarlyForm>
  );
});
