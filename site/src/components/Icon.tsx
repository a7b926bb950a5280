import type { SVGProps } from "react";

/** The interface's drawings: one pen, 24 × 24. */
const paths = {
  arrow: "M4 12h15m-6-6 6 6-6 6",
  back: "M20 12H5m6-6-6 6 6 6",
  external: "M8 5h11v11M19 5 5 19",
  chevron: "m6 9 6 6 6-6",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.800 11.300L20 20",
  menu: "M4 7h16M4 12h12M4 17h16",
  close: "m6 6 12 12M18 6 6 18",
  sun: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM12 2.5v2.2m0 14.6v2.2M2.5 12h2.2m14.6 0h2.2M5.3 5.3l1.5 1.5m10.4 10.4 1.5 1.5M18.7 5.3l-1.5 1.5M6.8 17.2l-1.5 1.5",
  moon: "M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7Z",
  mail: "M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5",
  phone:
    "M6.2 3.5h3l1.6 4.2-2 1.6a11 11 0 0 0 5.9 5.9l1.6-2 4.2 1.6v3a2 2 0 0 1-2.2 2A16.6 16.6 0 0 1 4.2 5.7a2 2 0 0 1 2-2.2Z",
  pin: "M12 21.5c-4-4.6-6.5-8-6.5-11.5a6.5 6.5 0 0 1 13 0c0 3.5-2.5 6.900-6.5 11.5Zm0-14a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5v5l3.5 2",
  edit: "m4 20 1-4.5L16 4.5l3.5 3.5-11 11L4 20Zm10-13.5 3.5 3.5",
  play: "M8 5.5v13l11-6.5-11-6.5Z",
  pause: "M8 5.5v13m8-13v13",
  check: "m5 12.5 4.5 4.5L19 7.5",
  compass: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm3.800 5.2-2.300 5.300-5.300 2.300 2.300-5.300 5.300-2.300Z",
  target: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 4.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0 3.900v.2",
  book: "M12 6.5C10 5 7 4.5 3.5 4.5v14c3.5 0 6.5.5 8.5 2m0-14c2-1.5 5-2 8.5-2v14c-3.5 0-6.5.5-8.5 2m0-14v14",
  people:
    "M8.5 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3 19.5c.3-3.5 2.5-5.5 5.5-5.5s5.2 2 5.5 5.5M15 5.300a3 3 0 0 1 0 5.5m2 3.7c2.400.5 3.800 2.300 4 5",
  shield: "M12 3 4.5 6v5.5c0 4.7 3 7.7 7.5 9.5 4.5-1.800 7.5-4.800 7.5-9.5V6L12 3Zm-3.5 9 2.5 2.5 4.5-5",
  calendar: "M4 6h16v14H4zM4 10.5h16M8.5 3.5V8m7-4.5V8m-7 6h.1m3.400 0h.1m3.400 0h.1m-7 3h.1m3.400 0h.1",
  library: "M4.5 4v16m4-16v16m-4-16h4m-4 16h4m3.5-14.5 4-1.2 4.5 14.5-4 1.2L12 5.5Z",
  pen: "M4 20c3-1 6.5-3.5 9.5-7.5S18.5 5 20 4c-1 1.5-2.5 4.5-5.5 8.5S8 19 4 20Zm0 0 5-5.5",
  question: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.5 9.8a2.6 2.6 0 1 1 3.8 2.3c-.8.5-1.3 1-1.3 2m0 2.6v.2",
  chart: "M4 20V4m0 16h16M8 16.5l3.5-5 3 2.5L20 7",
  telegram: "m3.5 11.5 17-7-3 15.5-5.5-4-3 3-1-5 9-7.5",
  instagram:
    "M4 7.5A3.5 3.5 0 0 1 7.5 4h9A3.5 3.5 0 0 1 20 7.5v9a3.5 3.5 0 0 1-3.5 3.5h-9A3.5 3.5 0 0 1 4 16.5v-9Zm8 1a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Zm4.5-1.300v.1",
  youtube:
    "M3 8.5c0-1.5 1-2.5 2.5-2.6 4.300-.4 8.7-.4 13 0C20 6 21 7 21 8.5v7c0 1.5-1 2.5-2.5 2.6-4.300.4-8.7.4-13 0C4 18 3 17 3 15.5v-7Zm7 .8v5.400l4.800-2.7L10 9.300Z",
  whatsapp:
    "M4 20l1.300-4A8.300 8.300 0 1 1 8.300 19L4 20Zm5-11.5c-.3 3.5 3 6.800 6.5 6.5l.7-1.800-2.2-1-1 1a5 5 0 0 1-2.2-2.2l1-1-1-2.2L9 8.5Z",
  linkedin: "M5 9.5V19M5 5.5v.1M9.5 19V9.5m0 4c0-5.300 8.5-5.5 8.5 0V19",
  facebook: "M13 20.5v-12c0-2 1-3 3.5-3M9 11.5h7",
  twitter: "M4.5 4.5 19.5 20M19 4.5l-6 6.5m-2.5 2.800L5 20",
  github:
    "M9 20.5v-3c-3 1-4-1-5-1.5m11 4.5v-3.5c0-1 0-1.5-.5-2 2.5-.3 5-1.2 5-5.5a4.300 4.300 0 0 0-1.2-3 4 4 0 0 0-.1-3s-1 0-3.2 1.2a11 11 0 0 0-6 0C6.800 3.5 5.800 3.5 5.800 3.5a4 4 0 0 0-.1 3 4.300 4.300 0 0 0-1.2 3c0 4.300 2.5 5.2 5 5.5-.5.5-.5 1.2-.5 2",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5",
} as const;

export type IconName = keyof typeof paths;

/** The icon that content asks for by name; a plain milestone when the name is none of ours. */
export function iconName(name: string, otherwise: IconName = "link"): IconName {
  const wanted = name.trim().toLowerCase();
  return Object.hasOwn(paths, wanted) ? (wanted as IconName) : otherwise;
}

/** Decoration: the words beside it carry the meaning. */
export function Icon({ name, size = 24, ...rest }: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <path d={paths[name]} />
    </svg>
  );
}
