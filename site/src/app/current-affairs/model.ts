import { page, section } from "@/model/define";
import { link, longtext, text } from "@/model/field";
import { meta } from "@/model/meta";

export default page(
  "current-affairs",
  "Current Affairs",
  {
    meta: meta({
      title: "Current Affairs for the Exam",
      description: "Current affairs for the exam, month by month. Coming soon.",
      label: "Resources",
    }),
    head: section("Page", {
      title: text("Title", { default: "Coming Soon" }),
      text: longtext("Text", {
        default: "Current affairs, sorted by what the syllabus asks. We are drawing this part of the map.",
      }),
      go: text("Button to the other site", {
        help: "Shown while the settings send readers there.",
        default: "Go to current affairs",
      }),
      test: text("Second button", { default: "The monthly test" }),
      test_link: link("Where it leads", { default: "/current-affairs-test" }),
    }),
  },
  (reader) => {
    const { current_affairs_redirect, current_affairs_url } = reader.settings();
    return { current_affairs_redirect, current_affairs_url };
  },
);
