/** The academy's picture, or a milestone stone with the path on it. The name beside it carries the meaning. */
export function Logo({ url, size = 40 }: { url: string; size?: number }) {
  if (url) return <img src={url} alt="" height={size} style={{ height: size, width: "auto" }} />;
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <path d="M6 37V18a14 14 0 0 1 28 0v19z" fill="var(--board)" stroke="var(--mark-edge, none)" strokeWidth="1.5" />
      <path d="M6 18a14 14 0 0 1 28 0z" fill="var(--board-marigold)" />
      <path
        d="M16 37c0-5 9-5.5 9-10 0-3.5-6.5-3.5-6.5-7 0-1 .5-1.5 1-2"
        fill="none"
        stroke="var(--board-marigold)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
