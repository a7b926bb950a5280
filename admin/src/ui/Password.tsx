import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useState } from "react";

/** A password that can be looked at while it is typed. */
export function Password(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      // The element around it says so otherwise, which nobody hears.
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{ "aria-label": visible ? "Hide the password" : "Show the password", tabIndex: 0 }}
    />
  );
}

/** A password that is being chosen, with the rule it must keep. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <Password
      description="At least 8 characters. A short sentence of your own is good."
      autoComplete="new-password"
      required
      minLength={8}
      {...props}
    />
  );
}
