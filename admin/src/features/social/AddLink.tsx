import { Button, NativeSelect } from "@mantine/core";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useSent } from "@/ui/useSent";
import { useSubmit } from "@/ui/useSubmit";
import { addLink, DEFAULT_COLOR, defaultColor, editableOf, type LinkForm, PLATFORMS } from "./calls";
import { LinkFields } from "./LinkFields";

const EMPTY: LinkForm & { platform: string } = {
  platform: "",
  url: "",
  color: DEFAULT_COLOR,
  order_index: "0",
  active: true,
};

export function AddLink() {
  const { form: link, setForm: setLink, replace } = useSent(EMPTY);
  const { busy, error, fields, form } = useSubmit(
    async () => {
      const chosen = PLATFORMS.find(({ name }) => name === link.platform);
      if (!chosen || link.url.trim() === "") {
        toast.error("Please fill in platform and URL");
        return;
      }
      await addLink({ platform: chosen.name, ...editableOf(link) });
      replace(link, EMPTY);
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
        value={link.platform}
        onChange={(event) => {
          const platform = event.currentTarget.value;
          setLink({ ...link, platform, color: defaultColor(platform) });
        }}
      />
      <LinkFields form={link} errors={fields} onChange={(fields) => setLink({ ...link, ...fields })} />
      <Button type="submit" loading={busy}>
        Add Link
      </Button>
      <FormError message={error} />
    </form>
  );
}
