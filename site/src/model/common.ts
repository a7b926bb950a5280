import { choice, link, longtext, text } from "./field";

/** Fields that many blocks begin with. */
export const head = {
  heading: text("Heading"),
  lead: longtext("Lead", { max: 500, help: "A sentence or two below the heading." }),
};

/** The ground that a block stands on. */
export const ground = choice("Ground", { plain: "Paper", sunk: "Darker paper" });

/** A button: shown when it has a text and leads somewhere. */
export const button = {
  button_text: text("Button text", { max: 60 }),
  button_link: link("Button link"),
};
