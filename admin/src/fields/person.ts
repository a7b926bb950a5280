import type { FormField } from "@/model/types";

/** The fields of the forms of sign-in and of one's own account. */
export const EMAIL: FormField = {
  key: "email",
  type: "text",
  input: "email",
  name: "Email",
  autoComplete: "username",
  required: true,
};
export const PASSWORD: FormField = {
  key: "password",
  type: "password",
  name: "Password",
  autoComplete: "current-password",
  required: true,
};
export const NEW_PASSWORD: FormField = { ...PASSWORD, autoComplete: "new-password" };
export const NAME: FormField = { key: "name", type: "text", name: "Name", autoComplete: "name", required: true };
export const PHONE: FormField = {
  key: "phone",
  type: "text",
  input: "tel",
  name: "Phone",
  autoComplete: "tel",
  placeholder: "+91XXXXXXXXXX",
  required: true,
};
/** A code of an authenticator app. */
export const APP_CODE: FormField = {
  key: "code",
  type: "text",
  input: "code",
  name: "Code",
  help: "Six digits, from your authenticator app.",
  autoComplete: "one-time-code",
  required: true,
  first: true,
};
export const CODE: FormField = {
  key: "code",
  type: "text",
  input: "code",
  name: "OTP",
  autoComplete: "one-time-code",
  required: true,
  first: true,
};
