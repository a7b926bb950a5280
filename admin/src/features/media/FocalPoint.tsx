import { Button } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { type Focus, focusWords, MIDDLE, positionOf } from "@/media/words";

/** The distance that a press of an arrow key moves the point; with Shift, ten times as far. */
const STEP = 0.01;

const KEYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 100) / 100;

interface Props {
  src: string;
  /** Null for the middle. */
  value: Focus | null;
  onChange: (focus: Focus | null) => void;
}

/** A picture with the point that stays in sight where it is cropped, and what the site then shows. */
export function FocalPoint({ src, value, onChange }: Props) {
  const at = value ?? MIDDLE;
  const frame = useRef<HTMLDivElement>(null);
  const point = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState(false);
  const hint = useId();
  const place = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    if (!frame.current) return;
    const { left, top, width, height } = frame.current.getBoundingClientRect();
    onChange({ x: within((clientX - left) / width), y: within((clientY - top) / height) });
  };
  const grab = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
  };
  const step = (event: KeyboardEvent) => {
    const way = KEYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 * STEP : STEP;
    onChange({ x: within(at.x + way[0] * far), y: within(at.y + way[1] * far) });
  };
  return (
    <div className="focal">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the point in it is moved by keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        ref={frame}
        className="focal-frame"
        onClick={(event) => {
          place(event);
          point.current?.focus({ preventScroll: true });
        }}
      >
        <img src={src} alt="" draggable={false} />
        <div
          ref={point}
          className="focal-point"
          role="slider"
          tabIndex={0}
          aria-label="Focal point"
          aria-roledescription="two-dimensional slider"
          aria-describedby={hint}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(at.x * 100)}
          aria-valuetext={focusWords(at)}
          style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
          data-dragged={dragged || undefined}
          onKeyDown={step}
          onPointerDown={grab}
          onPointerMove={(event) => dragged && place(event)}
          onLostPointerCapture={() => setDragged(false)}
        />
      </div>
      <div className="focal-words">
        <p id={hint} className="form-hint">
          Click what must stay in sight when the picture is cropped, or move the point with the arrow keys: with Shift
          in larger steps.
        </p>
        <Button
          variant="subtle"
          size="xs"
          disabled={value === null}
          onClick={() => {
            onChange(null);
            point.current?.focus({ preventScroll: true });
          }}
        >
          Centre
        </Button>
      </div>
      <Crops src={src} focus={at} />
    </div>
  );
}

/** The shapes that the site crops pictures to. */
const CROPS = [
  { name: "Banner", shape: "5 / 2" },
  { name: "Card", shape: "16 / 9" },
  { name: "Beside text", shape: "4 / 3" },
  { name: "Poster", shape: "4 / 5" },
] as const;

const Crops = ({ src, focus }: { src: string; focus: Focus }) => (
  <ul className="crops" aria-label="How the site crops it">
    {CROPS.map(({ name, shape }) => (
      <li key={name}>
        <img src={src} alt="" style={{ aspectRatio: shape, objectPosition: positionOf(focus) }} />
        <span>{name}</span>
      </li>
    ))}
  </ul>
);
