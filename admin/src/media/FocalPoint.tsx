import { Button, NumberInput } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import "./focal-point.css";

/** A point of a picture, in per cent from its top left. */
interface Point {
  x: number;
  y: number;
}

const MIDDLE: Point = { x: 50, y: 50 };

/** The way of each arrow key. With Shift, it is ten times as far. */
const KEYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const within = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)));

interface Props {
  src: string;
  /** Null for the middle. */
  value: Point | null;
  onChange: (point: Point | null) => void;
}

/** The point of a picture that stays in sight where it is cropped: set by pointer, by arrow keys, or as two numbers. */
export function FocalPoint({ src, value, onChange }: Props) {
  const at = value ?? MIDDLE;
  const frame = useRef<HTMLDivElement>(null);
  const point = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState(false);
  /** The number that is cleared to be typed anew. */
  const [cleared, setCleared] = useState<keyof Point | null>(null);
  const hint = useId();
  const focusPoint = () => point.current?.focus({ preventScroll: true });
  const place = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    if (!frame.current) return;
    const { left, top, width, height } = frame.current.getBoundingClientRect();
    onChange({ x: within(((clientX - left) / width) * 100), y: within(((clientY - top) / height) * 100) });
  };
  const grab = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
  };
  const step = (event: KeyboardEvent) => {
    const way = KEYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    onChange({ x: within(at.x + way.x * far), y: within(at.y + way.y * far) });
  };
  const number = (axis: keyof Point, label: string) => (
    <NumberInput
      label={label}
      suffix=" %"
      min={0}
      max={100}
      clampBehavior="strict"
      allowDecimal={false}
      hideControls
      w="7rem"
      value={cleared === axis ? "" : at[axis]}
      onBlur={() => setCleared(null)}
      onChange={(percent) => {
        setCleared(percent === "" ? axis : null);
        if (typeof percent === "number") onChange({ ...at, [axis]: percent });
      }}
    />
  );
  return (
    <fieldset className="focal">
      <legend className="field-label">Focal point</legend>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the point in it is moved by keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        ref={frame}
        className="focal-frame"
        onClick={(event) => {
          place(event);
          focusPoint();
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
          aria-valuenow={at.x}
          aria-valuetext={`${at.x} % from the left, ${at.y} % from the top`}
          style={{ left: `${at.x}%`, top: `${at.y}%` }}
          data-dragged={dragged || undefined}
          onKeyDown={step}
          onPointerDown={grab}
          onPointerMove={(event) => dragged && place(event)}
          onLostPointerCapture={() => setDragged(false)}
        />
      </div>
      <p id={hint} className="form-hint">
        Click the part that must stay in sight when the picture is cropped, or move the point with the arrow keys. Hold
        Shift for larger steps.
      </p>
      <div className="focal-numbers">
        {number("x", "Left to right")}
        {number("y", "Top to bottom")}
        <Button
          variant="subtle"
          disabled={value === null}
          onClick={() => {
            onChange(null);
            focusPoint();
          }}
        >
          Centre
        </Button>
      </div>
    </fieldset>
  );
}
