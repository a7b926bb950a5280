import { body } from "@academy/shared/api/client";
import { hasStatus } from "@academy/shared/api/errors";
import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { mutate } from "swr";
import { api } from "@/api/client";
import { EMPTY, type EnrolmentForm, payloadOf, STEPS, stepOfError, type WizardField } from "@/components/enrolment";
import { toast } from "@/components/toasts";
import { FIGURES } from "../calls";
import "./wizard.css";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Records an enrolment in four steps. Steps keep their values, also when the dialog is closed meanwhile. */
export function EnrolmentWizard({ opened, onClose }: Props) {
  const [form, setForm] = useState(EMPTY);
  const [step, setStep] = useState(0);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  // A second press comes before the button is drawn as busy.
  const sending = useRef(false);
  const current = STEPS[step] ?? { title: "", fields: [] };
  const last = step === STEPS.length - 1;

  const submit = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setErrors({});
    try {
      await body(api.POST("/enrollments", { body: payloadOf(form) }));
      toast.success("Enrollment submitted successfully!");
      setForm(EMPTY);
      setStep(0);
      onClose();
      await mutate((key) => key === FIGURES || (Array.isArray(key) && key[0] === "Enrollments"));
    } catch (error) {
      if (hasStatus(error, 422)) {
        const refused = error.fieldErrors();
        setErrors(refused);
        setStep(stepOfError(refused) ?? step);
      }
      toast.failure("Failed to submit enrollment", error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // Steps differ in height: the second half of a double click on Next may fall beside the dialog.
      closeOnClickOutside={false}
      title="Enroll a student"
      size="36rem"
    >
      <Steps step={step} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (last) void submit();
          else setStep(step + 1);
        }}
      >
        <StepFields
          key={step}
          fields={current.fields}
          form={form}
          errors={errors}
          onChange={(values) => setForm({ ...form, ...values })}
        />
        <div className="actions wizard-actions">
          {step > 0 && (
            <Button variant="default" onClick={() => setStep(step - 1)}>
              Previous
            </Button>
          )}
          <Button
            type="submit"
            loading={busy}
            onClick={(event) => {
              // The second half of a double click on Next would otherwise press Submit, which takes its place.
              if (event.detail > 1) event.preventDefault();
            }}
          >
            {last ? "Submit" : "Next"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Steps({ step }: { step: number }) {
  return (
    <ol className="wizard-steps" aria-label="Steps">
      {STEPS.map(({ title }, index) => (
        <li
          key={title}
          data-state={index < step ? "done" : index === step ? "now" : "ahead"}
          aria-current={index === step ? "step" : undefined}
        >
          {title}
        </li>
      ))}
    </ol>
  );
}

interface StepProps {
  fields: readonly WizardField[];
  form: EnrolmentForm;
  errors: Readonly<Record<string, string>>;
  onChange: (values: Partial<EnrolmentForm>) => void;
}

function StepFields({ fields, form, errors, onChange }: StepProps) {
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A new step begins at its first field, for the keyboard and for screen readers.
    first.current?.querySelector<HTMLElement>("input, select")?.focus();
  }, []);
  return (
    <div className="columns" ref={first}>
      {fields.map(({ name, label, type, maxLength, options }) => {
        const shared = {
          name,
          label,
          withAsterisk: true,
          value: form[name],
          error: errors[name],
          onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
        };
        return options ? (
          <NativeSelect key={name} data={[{ value: "", label: "Choose…" }, ...options]} {...shared} />
        ) : (
          <TextInput
            key={name}
            type={type ?? "text"}
            maxLength={maxLength}
            min={type === "number" ? 0 : undefined}
            {...shared}
          />
        );
      })}
    </div>
  );
}
