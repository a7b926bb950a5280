import {
  ActionIcon,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Menu,
  Modal,
  NativeSelect,
  Popover,
  Tooltip,
  type VariantColorsResolver,
} from "@mantine/core";
import { SteadyButton } from "@/ui/SteadyButton";

/*
 * Mantine gives behaviour and structure; the look comes from the tokens the
 * site uses (shared/src/styles/tokens.css). Its own colours are never seen.
 */

const tuple = (color: string): MantineColorsTuple => [
  color,
  color,
  color,
  color,
  color,
  color,
  color,
  color,
  color,
  color,
];

const variants: VariantColorsResolver = (input) => {
  const danger = input.color === "brick";
  if (input.variant === "filled") {
    return danger
      ? look("var(--brick)", "color-mix(in srgb, var(--brick) 88%, var(--ink))", "var(--surface)")
      : look("var(--marigold)", "var(--marigold-deep)", "var(--on-marigold)");
  }
  const text = danger ? "var(--brick)" : "var(--ink)";
  if (input.variant === "default") {
    return look("var(--surface)", "var(--ground-sunk)", text, "var(--line-strong)");
  }
  if (input.variant === "subtle" || input.variant === "transparent") {
    return look("transparent", danger ? "var(--brick-ground)" : "var(--ground-sunk)", text);
  }
  return defaultVariantColorsResolver(input);
};

function look(background: string, hover: string, color: string, border = "transparent") {
  return { background, hover, color, hoverColor: color, border: `1px solid ${border}` };
}

const scheme = {
  "--mantine-color-body": "var(--ground)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-bright": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-soft)",
  "--mantine-color-placeholder": "var(--ink-soft)",
  "--mantine-color-anchor": "var(--ink)",
  "--mantine-color-error": "var(--brick)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--ground-sunk)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line-strong)",
  "--mantine-color-disabled": "var(--ground-sunk)",
  "--mantine-color-disabled-color": "var(--ink-soft)",
  "--mantine-color-disabled-border": "var(--line)",
  "--mantine-primary-color-filled": "var(--marigold)",
  "--mantine-primary-color-filled-hover": "var(--marigold-deep)",
  "--mantine-primary-color-contrast": "var(--on-marigold)",
  "--mantine-primary-color-light": "var(--ground-sunk)",
  "--mantine-primary-color-light-hover": "var(--line)",
  "--mantine-primary-color-light-color": "var(--ink)",
  "--mantine-color-marigold-filled": "var(--marigold)",
  "--mantine-color-marigold-filled-hover": "var(--marigold-deep)",
};

export const variables: CSSVariablesResolver = () => ({
  variables: {
    "--mantine-font-size-xs": "0.8125rem",
    "--mantine-font-size-sm": "0.9375rem",
    "--mantine-font-size-md": "1rem",
    "--mantine-shadow-md": "var(--shadow-float)",
    "--mantine-shadow-xl": "var(--shadow-float)",
  },
  light: scheme,
  dark: scheme,
});

export const theme = createTheme({
  fontFamily: "var(--font-ui)",
  fontFamilyMonospace: "var(--font-code)",
  headings: { fontFamily: "var(--font-ui)", fontWeight: "650" },
  colors: { marigold: tuple("#f5a81f"), brick: tuple("#a63a22"), leaf: tuple("#2f6f3e") },
  primaryColor: "marigold",
  variantColorResolver: variants,
  defaultRadius: "var(--radius-s)",
  focusRing: "auto",
  focusClassName: "focus-ring",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // By its name alone: the element is not among the typed defaults. What stands beside its words is decoration.
    Button: { defaultProps: { component: SteadyButton, attributes: { section: { "aria-hidden": true } } } },
    ActionIcon: ActionIcon.extend({ defaultProps: { attributes: { icon: { "aria-hidden": true } } } }),
    NativeSelect: NativeSelect.extend({ defaultProps: { attributes: { section: { "aria-hidden": true } } } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.55, color: "#0e1024" },
        transitionProps: { duration: 140, transition: "fade" },
        closeButtonProps: { "aria-label": "Close" },
        // Mantine renders a header element, which would count as a second banner.
        attributes: { header: { role: "presentation" } },
      },
    }),
    // By its name alone, like the colour picker below.
    Drawer: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.55, color: "#0e1024" },
        transitionProps: { duration: 140 },
        closeButtonProps: { "aria-label": "Close" },
        attributes: { header: { role: "presentation" } },
      },
    },
    Popover: Popover.extend({ defaultProps: { shadow: "md", transitionProps: { duration: 100 } } }),
    // Its placeholder for the first focus is a child that a menu may not have.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    // By its name alone: the component comes with the screens that use it.
    ColorPicker: { defaultProps: { saturationLabel: "Saturation and brightness", hueLabel: "Hue" } },
    // The list itself scrolls: an area of its own around it could not be reached by keyboard.
    Autocomplete: {
      defaultProps: { withScrollArea: false, styles: { options: { maxHeight: "18rem", overflowY: "auto" } } },
    },
    ColorInput: { defaultProps: { eyeDropperButtonProps: { "aria-label": "Take a colour from the screen" } } },
    Tooltip: Tooltip.extend({
      defaultProps: { color: "var(--board)", withArrow: false, transitionProps: { duration: 80 } },
    }),
  },
});
