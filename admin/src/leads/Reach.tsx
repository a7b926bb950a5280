import { ActionIcon, Button } from "@mantine/core";
import { IconBrandWhatsapp, IconMail, IconPhone } from "@tabler/icons-react";
import { mailto, tel, whatsapp } from "./reach";

interface Props {
  name: string;
  phone?: string;
  email?: string;
  /** With words, for where there is room. */
  large?: boolean;
  /** The number and the address stand beside it, as links. */
  rest?: boolean;
}

/** Calls somebody, opens a chat, or writes a message, in one touch each. */
export function Reach({ name, phone = "", email = "", large = false, rest = false }: Props) {
  const ways = [
    { way: "Call", href: tel(phone), Icon: IconPhone },
    { way: "WhatsApp", href: whatsapp(phone), Icon: IconBrandWhatsapp, elsewhere: true },
    { way: "Mail", href: mailto(email), Icon: IconMail },
  ];
  return (
    <span className="reach">
      {ways.map(({ way, href, ...how }) =>
        href && (how.elsewhere || !rest) ? (
          <Way key={way} way={way} href={href} {...how} name={name} large={large} />
        ) : null,
      )}
    </span>
  );
}

interface WayProps {
  way: string;
  href: string;
  Icon: typeof IconPhone;
  /** Opens beside the dashboard. */
  elsewhere?: boolean;
  name: string;
  large: boolean;
}

function Way({ way, href, Icon, elsewhere, name, large }: WayProps) {
  const link = { href, "aria-label": `${way} ${name}`, ...(elsewhere && { target: "_blank", rel: "noreferrer" }) };
  const icon = <Icon size={18} stroke={1.75} aria-hidden="true" />;
  if (!large) {
    return (
      <ActionIcon component="a" {...link} variant="subtle" size="md" title={way}>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Button component="a" {...link} variant="default" size="sm" leftSection={icon}>
      {way}
    </Button>
  );
}
