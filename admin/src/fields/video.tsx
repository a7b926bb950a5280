import { Autocomplete } from "@mantine/core";
import { ChooseButton } from "@/media/ChooseButton";
import { useVideos } from "@/resources/videos";
import { byLabel } from "@/ui/byLabel";
import { TextField } from "./controls";
import { type FieldProps, labels, placeholder } from "./field";
import { useOptionValues } from "./suggestions";
import "./address.css";

/** A link to a video. */
export function VideoField(props: FieldProps<string>) {
  return props.field.host ? <TextField {...props} /> : <LibraryField {...props} />;
}

/** A link to a video host, or a video of the library. */
function LibraryField(props: FieldProps<string>) {
  const { data } = useVideos();
  const files = new Map((data ?? []).map(({ title, file }) => [title, file]));
  const options = useOptionValues((title) => files.get(title), props.onChange);
  const { description, ...shown } = labels(props);
  return (
    <div className="address">
      <Autocomplete
        {...shown}
        description={description ?? "A YouTube or Vimeo link, or the title of an uploaded video."}
        placeholder={placeholder(props) ?? "https://…"}
        data={[...files.keys()]}
        filter={byLabel}
        value={props.value ?? ""}
        {...options}
      />
      <div className="address-actions">
        <ChooseButton kind="video" of={props.field.name} onChoose={({ url }) => props.onChange(url)} />
      </div>
    </div>
  );
}
