import { contains } from "@academy/shared/fold";
import type { OptionsFilter } from "@mantine/core";

/** Filters the options of a control by their labels, as all searches compare texts; Mantine's own compares bytes. */
export const byLabel: OptionsFilter = ({ options, search }) =>
  options.filter((option) => "label" in option && contains(option.label, search));
