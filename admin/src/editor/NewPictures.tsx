import { MAX_ALT } from "@academy/shared/limits";
import { tooLong } from "@academy/shared/text/length";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { Button, TextInput } from "@mantine/core";
import { $getNodeByKey, COMMAND_PRIORITY_NORMAL, createCommand, type LexicalCommand } from "lexical";
import { type KeyboardEvent, useEffect, useState } from "react";
import type { Media } from "@/api/types";
import { keepDescription } from "@/media/calls";
import { $describe } from "./ImageNode";

interface Asked {
  /** The key of its node. */
  key: string;
  name: string;
  media?: Media;
}

/** Asks what a picture shows that was dropped or pasted, without taking the caret from the writer. */
export const ASK_DESCRIPTION: LexicalCommand<Asked> = createCommand("ask what a picture shows");

/** Pictures that were dropped or pasted, one after the other, until each is described or decorative. */
export function NewPictures() {
  const [editor] = useLexicalComposerContext();
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const [words, setWords] = useState("");
  useEffect(() => {
    const ask = (picture: Asked) => {
      setAsked((now) => [...now, picture]);
      return true;
    };
    return editor.registerCommand(ASK_DESCRIPTION, ask, COMMAND_PRIORITY_NORMAL);
  }, [editor]);

  const [first] = asked;
  if (!first) return null;
  const wrong = tooLong(words, MAX_ALT);
  const next = () => {
    setWords("");
    setAsked(asked.slice(1));
    if (asked.length === 1) editor.focus();
  };
  const describe = () => {
    const alt = words.trim();
    if (alt === "" || wrong) return;
    editor.update(() => $describe($getNodeByKey(first.key), alt));
    if (first.media) void keepDescription(first.media, alt);
    next();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    describe();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a line of controls
    <div className="new-picture" role="group" aria-label="Picture without a description">
      <TextInput
        label={`What does ${first.name} show?`}
        name="new_picture"
        dir="auto"
        description={asked.length > 1 ? `The first of ${asked.length} pictures without a description.` : undefined}
        error={wrong}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={describe}>Describe</Button>
      <Button variant="default" onClick={next}>
        Decorative
      </Button>
    </div>
  );
}
