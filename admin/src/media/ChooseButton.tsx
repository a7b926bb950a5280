import { Button } from "@mantine/core";
import { type ComponentProps, Suspense, useState } from "react";
import { loadable } from "@/ui/loadable";

const ChooseMedia = loadable(() => import("./ChooseMedia"), "ChooseMedia");

/** The dialog *Choose media*, whose code is fetched when it is opened for the first time. */
export function LazyChooseMedia(props: ComponentProps<typeof ChooseMedia>) {
  const [wanted, setWanted] = useState(false);
  if (props.opened && !wanted) setWanted(true);
  return (
    wanted && (
      <Suspense>
        <ChooseMedia {...props} />
      </Suspense>
    )
  );
}

interface Props extends Pick<ComponentProps<typeof ChooseMedia>, "kind" | "describes" | "what" | "onChoose"> {
  /** The field that it fills. */
  of: string;
  disabled?: boolean;
}

/** A button that opens the dialog *Choose media* for a field. */
export function ChooseButton({ of, disabled, onChoose, ...props }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        aria-label={`Choose media: ${of}`}
        disabled={disabled}
        onClick={() => setOpened(true)}
      >
        Choose media
      </Button>
      <LazyChooseMedia
        {...props}
        opened={opened}
        onClose={() => setOpened(false)}
        onChoose={(media) => {
          setOpened(false);
          onChoose(media);
        }}
      />
    </>
  );
}
