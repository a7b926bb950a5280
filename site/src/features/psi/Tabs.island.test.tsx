import { screen, waitFor } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { defaults, live } from "@/islands/testing";
import { programmes } from "./fields";
import Tabs from "./Tabs";

// The programmes as tabs, one in sight.

const { label, tabs } = defaults(programmes);
const tab = (name: string) => screen.getByRole("tab", { name });
const chosen = () => screen.getAllByRole("tab", { selected: true }).map((one) => one.textContent);
const panels = () =>
  [...document.querySelectorAll<HTMLElement>("[role=tabpanel]")].filter(({ dataset }) => dataset.active === "true");

/** Waits for a programme to be the one in sight, and answers what its panel says. */
async function shows(name: string): Promise<string> {
  await waitFor(() => expect(chosen()).toEqual([name]));
  expect(panels().map((panel) => panel.querySelector("h3")?.textContent)).toEqual([name]);
  expect(screen.getAllByRole("tab").map(({ tabIndex }) => tabIndex)).toEqual(
    tabs.map((one) => (one.name === name ? 0 : -1)),
  );
  return panels()[0]?.textContent ?? "";
}

test("a press or a key chooses the programme in sight", async () => {
  live(Tabs, { label, tabs });
  const names = ["Apex", "Core Practice Set", "Descriptive Pro", "Subject Mastery", "Exam Simulator"];
  expect(screen.getAllByRole("tab").map((one) => one.textContent)).toEqual(names);
  await waitFor(() => expect(tab("Core Practice Set").tabIndex).toBe(-1));
  expect(await shows("Apex")).toMatch(/37.*25 tests.*12 tests.*20 Mental Ability questions/);
  await userEvent.click(tab("Subject Mastery"));
  expect(await shows("Subject Mastery")).toMatch(/History4 tests.*Polity3 tests.*Environment1 test/);
  for (const [keys, name, facts] of [
    ["{ArrowRight}", "Exam Simulator", /12.*All-Karnataka rank/],
    ["{ArrowRight}", "Apex", /37/],
    ["{ArrowLeft}", "Exam Simulator", /12/],
    ["{Home}", "Apex", /37/],
    ["{ArrowRight}", "Core Practice Set", /37/],
    ["{ArrowRight}", "Descriptive Pro", /Assignments12/],
    ["{End}", "Exam Simulator", /12/],
    ["{Alt>}{Home}{/Alt}", "Exam Simulator", /12/],
  ] as const) {
    await userEvent.keyboard(keys);
    expect(await shows(name)).toMatch(facts);
    expect(document.activeElement).toBe(tab(name));
  }
});
