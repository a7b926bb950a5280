import { tooLong } from "@academy/shared/text/length";

/** The props of a control. */
interface Bound<V> {
  name: string;
  value: V;
  /** The fault to show below it. */
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

/**
 * Binds the controls of texts and choices to the fields of a form that they are named after. `most` is the number of
 * characters that the server takes: a longer text stays whole, and its field says how many it has.
 */
export function bind<F extends object>(
  form: F,
  errors: Readonly<Record<string, string>>,
  onChange: (change: Partial<F>) => void,
) {
  return <K extends keyof F & string>(name: K, most?: number): Bound<F[K]> => ({
    name,
    value: form[name],
    error: (most === undefined ? undefined : tooLong(String(form[name]), most)) ?? errors[name],
    // A control of choices offers nothing but the field's own values.
    onChange: (event) => onChange({ [name]: event.currentTarget.value as F[K] } as unknown as Partial<F>),
  });
}
