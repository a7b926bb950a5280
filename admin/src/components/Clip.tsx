/** A text that may be too long for its column. */
export function Clip({ children }: { children: string }) {
  return (
    <span className="clip" title={children}>
      {children}
    </span>
  );
}
