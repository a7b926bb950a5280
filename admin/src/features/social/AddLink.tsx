import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { toast } from "@/components/toasts";
import { addLink, DEFAULT_COLOR, defaultColor, PLATFORMS, parseOrder } from "./calls";
import { LinkFields, type LinkForm } from "./LinkFields";

const EMPTY: LinkForm = { url: "", color: DEFAULT_COLOR, order_index: "0", active: true };

export function AddLink() {
  const [platform, setPlatform] = useState("");
  const [form, setForm] = useState(EMPTY);
  const [busy, setBusy] = useState(false);

  const add = async () => {
    const chosen = PLATFORMS.find(({ name }) => name === platform);
    if (!chosen || form.url.trim() === "") {
      toast.error("Please fill in platform and URL");
      return;
    }
    setBusy(true);
    try {
      await addLink({
        platform: chosen.name,
        url: form.url.trim(),
        color: form.color,
        order_index: parseOrder(form.order_index),
        active: form.active,
      });
      setForm(EMPTY);
      setPlatform("");
      toast.success("Social media link added successfully");
    } catch (error) {
      toast.failure("Failed to add social media link", error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className="social-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <NativeSelect
        label="Platform"
        name="platform"
        data={[{ value: "", label: "Choose…" }, ...PLATFORMS.map(({ name }) => ({ value: name, label: name }))]}
        value={platform}
        onChange={(event) => {
          setPlatform(event.currentTarget.value);
          setForm({ ...form, color: defaultColor(event.currentTarget.value) });
        }}
      />
      <LinkFields form={form} onChange={setForm} />
      <Button type="submit" loading={busy}>
        Add Link
      </Button>
    </form>
  );
}
