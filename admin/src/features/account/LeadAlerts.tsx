import { body } from "@academy/shared/api/client";
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import type { Alerts } from "@/api/types";
import { FormError } from "@/ui/FormError";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/useForm";

const KEY = "/auth/me/alerts";
const KINDS: readonly { value: Alerts["kinds"][number]; label: string }[] = [
  { value: "enrollments", label: "Enrollments" },
  { value: "mentorship", label: "Mentorship applications" },
  { value: "contact", label: "Contact messages" },
  { value: "notifications", label: "Subscribers" },
];
const WHEN: readonly { value: Alerts["when"]; label: string }[] = [
  { value: "never", label: "Never" },
  { value: "at_once", label: "At once" },
  { value: "daily", label: "Once a day" },
];

/** A choice of the mails about new leads that one gets. */
export function LeadAlerts({ email }: { email: string }) {
  const chosen = useSWR<Alerts, unknown>(KEY, () => body(api.GET(KEY)));
  return (
    <Panel title="Alerts about leads" subtitle="A mail names who wrote and links to the lead. It has no phone or text.">
      {email ? (
        <Loaded from={chosen} failed="Your choice could not be loaded">
          {(stored) => <AlertsForm stored={stored} email={email} />}
        </Loaded>
      ) : (
        <p>Alerts are mails, and your account has no email address.</p>
      )}
    </Panel>
  );
}

function AlertsForm({ stored, email }: { stored: Alerts; email: string }) {
  const { values, set, busy, error, form } = useForm(stored, async (now) => {
    const saved = await body(api.PUT(KEY, { body: now }));
    await mutate(KEY, saved, { revalidate: false });
    toast.success("Alerts changed");
    return saved;
  });
  const off = values.when === "never";
  const same = values.when === stored.when && [...values.kinds].sort().join() === [...stored.kinds].sort().join();
  return (
    <form className="stack alerts-form" aria-label="Alerts about leads" {...form}>
      <FormError message={error} />
      <NativeSelect
        label={`Mails to ${email}`}
        description={values.when === "at_once" ? "At most one in a minute; several leads stand together." : undefined}
        data={[...WHEN]}
        value={values.when}
        onChange={(event) => set({ when: event.currentTarget.value as Alerts["when"] })}
      />
      <Checkbox.Group label="About" value={values.kinds} onChange={(kinds) => set({ kinds: kinds as Alerts["kinds"] })}>
        <div className="alerts-kinds">
          {KINDS.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} disabled={off} />
          ))}
        </div>
      </Checkbox.Group>
      <div className="account-actions">
        <Button type="submit" variant="default" loading={busy} disabled={same}>
          Save alerts
        </Button>
      </div>
    </form>
  );
}
