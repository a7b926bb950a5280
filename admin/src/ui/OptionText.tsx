import "./option.css";

/** What an option is called, and what it is, below each other. */
export function OptionText({ name, about }: { name: string; about: string }) {
  return (
    <div>
      <span className="option-name">{name}</span>
      <span className="option-about">{about}</span>
    </div>
  );
}
