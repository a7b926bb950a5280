import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { FormError } from "@/components/FormError";
import { toast } from "@/components/toasts";
import { useSubmit } from "@/components/useSubmit";
import { addLink, DEFAULT_COLOR, defaultColor, PLATFORMS } from "./calls";
import { editableOf, LinkFields, type LinkForm } from "./LinkFields";

const EMPTY: LinkForm = { url: "", color: DEFAULT_COLOR, order_index: "0", active: true };

export function AddLink() {
  const [platform, setPlatform] = useState("");
  const [link, setLink] = useState(EMPTY);
  const { busy, error, fields, form } = useSubmit(
    async () => {
      const chosen = PLATFORMS.find(({ name }) => name === platform);
      if (!chosen || link.url.trim() === "") {
        toast.error("Please fill in platform and URL");
        return;
      }
      await addLink({ platform: chosen.name, ...editableOf(link) });
      setLink(EMPTY);
      setPlatform("");
      toast.success("Social media link added successfully");
    },
    { failed: "Failed to add social media link" },
  );
  return (
    <form className="social-form" {...form}>
      <NativeSelect
        label="Platform"
        name="platform"
        data={[{ value: "", label: "Choose…" }, ...PLATFORMS.map(({ name }) => ({ value: name, label: name }))]}
        value={platform}
        onChange={(event) => {
          setPlatform(event.currentTarget.value);
          setLink({ ...link, color: defaultColor(event.currentTarget.value) });
        }}
      />
      <LinkFields form={link} errors={fields} onChange={setLink} />
      <Button type="submit" loading={busy}>
        Add Link
      </Button>
      <FormError message={error} />
    </form>
  );
}
