import { Anchor } from "@mantine/core";
import { Clip } from "./Clip";
import { mailto, tel } from "./reach";

/** An e-mail address that a message can be written to with a click; plain text when it is none. */
export function MailLink({ address, clip = false }: { address: string; clip?: boolean }) {
  const link = <ReachLink href={mailto(address)} text={address} />;
  return clip ? <Clip text={address}>{link}</Clip> : link;
}

/** A phone number that can be called with a click; plain text when it is none. */
export const PhoneLink = ({ number }: { number: string }) => <ReachLink href={tel(number)} text={number} />;

function ReachLink({ href, text }: { href: string | null; text: string }) {
  if (href === null) return text;
  return <Anchor href={href}>{text}</Anchor>;
}
