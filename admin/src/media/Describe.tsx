import { MAX_ALT } from "@academy/shared/limits";
import { tooLong } from "@academy/shared/text/length";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Media } from "@/api/types";
import { keepDescription } from "./calls";

interface Props {
  media: Media;
  /** Told the description; "" when the picture is decorative. */
  onDone: (alt: string) => void;
  onBack: () => void;
}

/** Asks what a picture shows, before it is put somewhere. */
export function Describe({ media, onDone, onBack }: Props) {
  const [words, setWords] = useState("");
  const [asked, setAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const alt = words.trim();
  const missing = asked && alt === "" ? "Describe the picture, or choose Decorative." : undefined;
  const wrong = tooLong(words, MAX_ALT) ?? missing;
  const insert = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setAsked(true);
    if (alt === "" || tooLong(words, MAX_ALT)) return input.current?.focus();
    void keepDescription(media, alt);
    onDone(alt);
  };
  return (
    <form className="describe" noValidate onSubmit={insert}>
      <img src={media.url} alt={media.name} />
      <div>
        <TextInput
          ref={input}
          label="Description (alt text)"
          name="description"
          dir="auto"
          description="What the picture shows, read aloud to people who cannot see it."
          error={wrong}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <p className="form-hint">A picture that says nothing of its own, such as a pattern, is decorative.</p>
        <div className="actions">
          <Button variant="subtle" className="actions-start" onClick={onBack}>
            Back
          </Button>
          <Button variant="default" onClick={() => onDone("")}>
            Decorative
          </Button>
          <Button type="submit">Insert</Button>
        </div>
      </div>
    </form>
  );
}
