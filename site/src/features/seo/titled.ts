import type { InputsOf } from "@/content/load";
import type { Pattern } from "@/content/routes";
import type { Meta } from "@/model/meta";

/** A page whose texts say its title and its description. */
export type TitledPath = {
  [P in Pattern]: InputsOf<P> extends { texts: { meta: Meta } } ? (P extends `${string}[${string}` ? never : P) : never;
}[Pattern];
