import { body } from "@academy/shared/api/client";
import { hasStatus } from "@academy/shared/api/errors";
import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { mutate } from "swr";
import { api } from "@/api/client";
import { refreshList } from "@/api/lists";
import {
  EMPTY,
  ENROLLMENTS,
  type EnrolmentForm,
  payloadOf,
  STEPS,
  stepOfError,
  type WizardField,
} from "@/leads/enrolment";
import { bind } from "@/ui/bind";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/useForm";
import { FIGURES } from "../calls";
import "./wizard.css";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Records an enrolment in four steps. Steps keep their values, also when the dialog is closed meanwhile. */
export function EnrolmentWizard({ opened, onClose }: Props) {
  const [step, setStep] = useState(0);
  const current = STEPS[step] ?? { title: "", fields: [] };
  const last = step === STEPS.length - 1;

  const {
    values: enrolment,
    set,
    busy,
    fields,
    send,
    form: { ref },
  } = useForm(
    EMPTY,
    async (enrolment) => {
      try {
        await body(api.POST("/enrollments", { body: payloadOf(enrolment) }));
      } catch (error) {
        if (hasStatus(error, 422)) setStep(stepOfError(error.fieldErrors()) ?? step);
        throw error;
      }
      toast.success("Enrollment submitted successfully!");
      void mutate(FIGURES);
      void refreshList(ENROLLMENTS);
      return EMPTY;
    },
    {
      failed: "Failed to submit enrollment",
      onSent: () => {
        setStep(0);
        onClose();
      },
    },
  );

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
        ref={ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (last) void send();
          else setStep(step + 1);
        }}
      >
        <StepFields key={step} fields={current.fields} form={enrolment} errors={fields} onChange={set} />
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
  const field = bind(form, errors, onChange);
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A new step begins at its first field, for the keyboard and for screen readers.
    first.current?.querySelector<HTMLElement>("input, select")?.focus();
  }, []);
  return (
    <div className="columns" ref={first}>
      {fields.map(({ name, label, type, maxLength, options }) => {
        const shared = { label, withAsterisk: true, ...field(name) };
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
