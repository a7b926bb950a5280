import { expect, it } from "vitest";
import { exportedRows, rowsIn } from "./exported";

it("counts rows, whatever stands in their cells", () => {
  expect(rowsIn("\ufeffid,name\r\n")).toBe(0);
  expect(rowsIn("\ufeffid,name\r\n1,Asha\r\n2,Ravi\r\n")).toBe(2);
  expect(rowsIn('\ufeffid,name\r\n1,"two\r\nlines, ""quoted""\r\n"\r\n2,Ravi\r\n')).toBe(2);
});

it("says what was exported", () => {
  expect(exportedRows(1, { q: "rao" })).toBe("1 row: those of the search for “rao”.");
  expect(exportedRows(1250, { sort: "name" })).toBe("1,250 rows: the whole list.");
});
