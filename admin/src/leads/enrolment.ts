import type { components } from "@academy/shared/api/schema.gen";
import { fold } from "@academy/shared/fold";

type Payload = components["schemas"]["EnrollmentCreate"];

/** The list's name, and the beginning of its keys. */
export const ENROLLMENTS = "Enrollments";

/** The wizard's fields by their keys in the call. Everything is text until it is sent. */
export interface EnrolmentForm {
  fullName: string;
  email: string;
  phone: string;
  dateOfBirth: string;
  course: string;
  batch: string;
  startDate: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  paymentMethod: string;
  amount: string;
}

export const EMPTY: EnrolmentForm = {
  fullName: "",
  email: "",
  phone: "",
  dateOfBirth: "",
  course: "",
  batch: "",
  startDate: "",
  address: "",
  city: "",
  state: "",
  pincode: "",
  paymentMethod: "",
  amount: "",
};

export interface WizardField {
  name: keyof EnrolmentForm;
  label: string;
  type?: "email" | "tel" | "date" | "number";
  maxLength?: number;
  /** A choice instead of text. */
  options?: readonly { value: string; label: string }[];
  autoComplete?: string;
}

export const COURSES = [
  { value: "upsc-prelims", label: "UPSC Prelims" },
  { value: "upsc-mains", label: "UPSC Mains" },
  { value: "upsc-complete", label: "UPSC Complete" },
  { value: "psi", label: "PSI" },
  { value: "mentorship", label: "Mentorship" },
];

export const BATCHES = [
  { value: "morning", label: "Morning (6-10 AM)" },
  { value: "afternoon", label: "Afternoon (2-6 PM)" },
  { value: "evening", label: "Evening (6-10 PM)" },
  { value: "weekend", label: "Weekend" },
];

export const PAYMENTS = [
  { value: "upi", label: "UPI" },
  { value: "card", label: "Card" },
  { value: "netbanking", label: "Net banking" },
  { value: "cash", label: "Cash" },
];

/** The four steps along the path. */
export const STEPS: readonly { title: string; fields: readonly WizardField[] }[] = [
  {
    title: "Student",
    fields: [
      { name: "fullName", label: "Full name" },
      { name: "email", label: "Email", type: "email" },
      { name: "phone", label: "Phone", type: "tel" },
      { name: "dateOfBirth", label: "Date of birth", type: "date" },
    ],
  },
  {
    title: "Course",
    fields: [
      { name: "course", label: "Course", options: COURSES },
      { name: "batch", label: "Batch", options: BATCHES },
      { name: "startDate", label: "Start date", type: "date" },
    ],
  },
  {
    title: "Address",
    fields: [
      { name: "address", label: "Address" },
      { name: "city", label: "City" },
      { name: "state", label: "State" },
      { name: "pincode", label: "Pincode", maxLength: 6 },
    ],
  },
  {
    title: "Payment",
    fields: [
      { name: "paymentMethod", label: "Payment method", options: PAYMENTS },
      { name: "amount", label: "Amount (₹)", type: "number" },
    ],
  },
];

/** What a value is called, among choices; itself when it is none of them. */
export function labelOf(choices: readonly { value: string; label: string }[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

/** The server searches courses by their values, people type what they are called. */
export function searchedText(q: string): string {
  const text = fold(q);
  return COURSES.some(({ label }) => fold(label).includes(text)) ? text.replaceAll(" ", "-") : q;
}

/** The call's body: what was left empty is not sent. The server says what of the rest has to be chosen. */
export function payloadOf(form: EnrolmentForm): Payload {
  const { fullName, email, phone, course, amount, ...rest } = form;
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
  return {
    fullName,
    email,
    phone,
    course: course as Payload["course"],
    ...filled,
    ...(amount === "" ? {} : { amount: Number(amount) }),
  };
}

/** The step that holds the first field the server refused, or null. */
export function stepOfError(errors: Readonly<Record<string, string>>): number | null {
  const step = STEPS.findIndex(({ fields }) => fields.some(({ name }) => errors[name] !== undefined));
  return step === -1 ? null : step;
}
