import { page, section } from "./define";
import { text } from "./field";
import { writing } from "./writing";

export default page("site", "Search engines, previews, dates and texts", {
  "": section("Home page", {
    home: text("Home", { help: "How search engines name the home page on the way to another one.", default: "Home" }),
    preview: text("Title on the home page's picture", {
      help: "Other sites show the picture beside a link.",
      default: "Unlock Your Potential. Serve the Nation.",
    }),
  }),
  dates: section("Dates", {
    date: text("Date", { help: "{month}, {day} and {year} are filled in.", default: "{month} {day}, {year}" }),
    months: text("Months", {
      help: "Twelve names, separated by commas.",
      default: "January, February, March, April, May, June, July, August, September, October, November, December",
    }),
  }),
  writing: section("In articles and texts of pages", writing),
});
