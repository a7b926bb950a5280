import { ApiError } from "@academy/shared/api/errors";
import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useSubmit } from "./useSubmit";

it("a second press, before the button is drawn as busy, sends nothing; one after the answer does", async () => {
  const answers: (() => void)[] = [];
  const run = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  const { result } = renderHook(() => useSubmit(run));
  const { send } = result.current;
  act(() => {
    void send();
    void send();
  });
  expect(run).toHaveBeenCalledTimes(1);
  expect(result.current.busy).toBe(true);
  await act(async () => answers[0]?.());
  expect(result.current.busy).toBe(false);
  act(() => void send());
  expect(run).toHaveBeenCalledTimes(2);
});

it("the first field that is wrong has the focus, and no words stand beside what the fields say", async () => {
  const refused = new ApiError(422, {
    detail: "Several fields need another look.",
    errors: [
      { location: "body.email", message: "Give an address." },
      { location: "body.name", message: "Give a name." },
    ],
  });
  const run = vi.fn<() => Promise<void>>().mockRejectedValue(refused);
  function Form() {
    const { fields, error, form } = useSubmit(run);
    return (
      <form {...form}>
        <input name="title" />
        <input name="email" aria-invalid={"email" in fields} />
        <input name="name" aria-invalid={"name" in fields} />
        <button type="submit">Save</button>
        <p>{error}</p>
      </form>
    );
  }
  render(<Form />);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Save" })));
  expect(document.activeElement?.getAttribute("name")).toBe("email");
  expect(screen.getByRole("paragraph").textContent).toBe("");
});
