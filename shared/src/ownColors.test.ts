import { expect, test } from "vitest";
import { withOwnColors } from "./ownColors";

test("colours of the writer's own become custom properties, and nothing else does", () => {
  expect(
    withOwnColors(
      '<p style="text-align: center"><a href="/x" style="color: #123456; background-color: rgb(1, 2, 3)">x</a>' +
        '<span class="ql-color-red" style="background-color: red; font-size: large; color: #fff">y</span></p>',
    ),
  ).toBe(
    '<p style="text-align: center"><a href="/x" style="--color: #123456; --background-color: rgb(1, 2, 3)">x</a>' +
      '<span class="ql-color-red" style="--background-color: red; font-size: large; --color: #fff">y</span></p>',
  );
});

test("words about styles stay as they are", () => {
  const html = '<p>style="color: red" &lt;b style="color: red"&gt;<img alt="style=&#34;color: red&#34;"/></p>';
  expect(withOwnColors(html)).toBe(html);
});
