import { hasStatus } from "@academy/shared/api/errors";
import { Anchor, Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { askPasskey, hasPasskeys } from "@/api/passkeys";
import type { SignInAnswer, User } from "@/api/types";
import { FormFields } from "@/fields/FieldInputs";
import { APP_CODE } from "@/fields/person";
import type { FormField } from "@/model/types";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/useForm";
import { useSubmit } from "@/ui/useSubmit";
import { finishSignIn, type Proof } from "./calls";

const RECOVERY_CODE: FormField = {
  key: "recovery_code",
  type: "text",
  name: "Recovery code",
  help: "One of the codes that you kept when you added the second factor. It works once.",
  autoComplete: "off",
  required: true,
  first: true,
};

interface Props {
  begun: SignInAnswer;
  onDone: (user: User) => Promise<void>;
  /** The sign-in begins again. */
  onBack: () => void;
}

/** Takes the answer of a sign-in; `step` asks for the factor that it lacks, in the place of the form. */
export function useSecondStep(onDone: Props["onDone"]) {
  const [begun, setBegun] = useState<SignInAnswer | null>(null);
  const accept = async (answer: SignInAnswer) => {
    if (answer.user) await onDone(answer.user);
    else setBegun(answer);
  };
  const step: ReactNode = begun && <FactorForm begun={begun} onDone={onDone} onBack={() => setBegun(null)} />;
  return { accept, step };
}

/** The second step of a sign-in: a code, a passkey or a recovery code. */
function FactorForm({ begun, onDone, onBack }: Props) {
  const { factor_required: kinds = [], ticket = "", passkey: asked } = begun;
  const hasApp = kinds.includes("totp");
  const [recovers, setRecovers] = useState(false);
  const finish = async (proof: Proof) => {
    try {
      await onDone(await finishSignIn(ticket, proof));
    } catch (error) {
      if (!hasStatus(error, 410)) throw error;
      toast.error(error.message);
      onBack();
    }
  };
  const { inputs, busy, error, form } = useForm({ code: "", recovery_code: "" }, ({ code, recovery_code }) =>
    finish(recovers ? { recovery_code: recovery_code.trim() } : { code: code.trim() }),
  );
  const passkey = useSubmit(async () => finish({ passkey: await askPasskey(asked) }));
  const byCode = hasApp || recovers;
  const byPasskey = asked !== undefined && hasPasskeys();
  return (
    <form className="stack" aria-label="Second factor" {...form}>
      <p className="auth-note">One more step: show that it is you with your second factor.</p>
      <FormError message={error ?? passkey.error} />
      {byCode && <FormFields key={String(recovers)} fields={[recovers ? RECOVERY_CODE : APP_CODE]} {...inputs} />}
      {byCode && (
        <Button type="submit" loading={busy} fullWidth size="md">
          Continue
        </Button>
      )}
      {byPasskey && (
        <Button
          variant={byCode ? "default" : "filled"}
          loading={passkey.busy}
          fullWidth
          size="md"
          data-autofocus={!byCode || undefined}
          onClick={() => passkey.send()}
        >
          Use a passkey
        </Button>
      )}
      <p className="auth-note">
        <Anchor component="button" type="button" onClick={() => setRecovers(!recovers)}>
          {recovers ? "Do not use a recovery code" : "Use a recovery code"}
        </Anchor>
        {" · "}
        <Anchor component="button" type="button" onClick={onBack}>
          Begin again
        </Anchor>
      </p>
    </form>
  );
}
