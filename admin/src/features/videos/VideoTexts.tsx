import { Textarea, TextInput } from "@mantine/core";
import { bind } from "@/ui/bind";
import type { VideoForm } from "./calls";

interface Props {
  value: VideoForm;
  errors: Record<string, string>;
  onChange: (value: VideoForm) => void;
}

/** What is said about a video, when it is uploaded and later. */
export function VideoTexts({ value, errors, onChange }: Props) {
  const field = bind(value, errors, (change) => onChange({ ...value, ...change }));
  return (
    <>
      <TextInput label="Title" required data-autofocus {...field("title", 300)} />
      <TextInput label="Category" required {...field("category", 120)} />
      <Textarea className="video-wide" label="Description" rows={3} {...field("description", 5000)} />
    </>
  );
}
