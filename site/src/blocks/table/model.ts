import { ground, head } from "@/model/common";
import { block } from "@/model/define";
import { boolean, list, text } from "@/model/field";

export default block({
  name: "Table",
  description: "Rows and columns: a schedule, fees, dates.",
  h1: "heading",
  fields: {
    ...head,
    caption: text("Caption", { help: "What the table shows; read out before it." }),
    columns: list("Columns", { title: text("Title", { max: 80 }) }, { max: 8 }),
    rows: list("Rows", { cells: list("Cells", { text: text("Text", { max: 300 }) }, { max: 8 }) }, { max: 100 }),
    row_headings: boolean("The first cell names its row", { default: true }),
    ground,
  },
});
