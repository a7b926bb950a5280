/** A milestone stone with the path on it: the academy's mark. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" className="mark">
      <path d="M6 37V18a14 14 0 0 1 28 0v19z" fill="var(--board)" stroke="var(--mark-edge, none)" strokeWidth="1.5" />
      <path d="M6 18a14 14 0 0 1 28 0z" fill="var(--marigold)" />
      <path
        d="M16 37c0-5 9-5.5 9-10 0-3.5-6.5-3.5-6.5-7 0-1 .5-1.5 1-2"
        fill="none"
        stroke="var(--marigold)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
