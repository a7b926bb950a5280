import { expect, it } from "vitest";
import { afterClick, directionOf, sortOptions } from "./sorting";

it("a click sorts by a column, the next one turns it round", () => {
  expect(afterClick("-created_at", "name")).toBe("name");
  expect(afterClick("name", "name")).toBe("-name");
  expect(afterClick("-name", "name")).toBe("name");
  expect(afterClick("name", "-created_at")).toBe("-created_at");
  expect(afterClick("-created_at", "-created_at")).toBe("created_at");
});

it("says how a column is sorted", () => {
  expect(directionOf("name", "name")).toBe("ascending");
  expect(directionOf("-name", "name")).toBe("descending");
  expect(directionOf("created_at", "-created_at")).toBe("ascending");
  expect(directionOf("-created_at", "-created_at")).toBe("descending");
  expect(directionOf("name", "email")).toBeUndefined();
});

it("offers both directions of every column", () => {
  const columns = [
    { name: "Date", sort: "-created_at" },
    { name: "Name", sort: "name" },
  ];
  expect(sortOptions(columns)).toEqual([
    { value: "-created_at", label: "Newest first" },
    { value: "created_at", label: "Oldest first" },
    { value: "name", label: "Name, A to Z" },
    { value: "-name", label: "Name, Z to A" },
  ]);
});
