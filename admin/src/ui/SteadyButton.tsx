import type { ComponentProps } from "react";

interface Props extends ComponentProps<"button"> {
  /** Set by Mantine while `loading`. */
  "data-loading"?: boolean;
}

/** The element of every button. While its call runs it takes no second press, and keeps the keyboard's focus. */
export function SteadyButton({ disabled, onClick, type = "button", ...props }: Props) {
  // A disabled element loses the focus, and nothing gives it back.
  if (disabled && props["data-loading"]) {
    return <button {...props} type={type} aria-disabled onClick={(event) => event.preventDefault()} />;
  }
  return <button {...props} type={type} disabled={disabled} onClick={onClick} />;
}
