import { page, section } from "./define";
import { label, richtext, text } from "./field";

export default page("chrome", "Every page", {
  topbar: section("Top bar", {
    skip: label("Link to the content", { default: "Skip to content", help: "Seen by those who go by keyboard." }),
    follow: text("Before the social links", { default: "Follow Us" }),
  }),
  navigation: section("Navigation", {
    name: label("Read out: navigation", { default: "Main" }),
    logo: label("Read out: logo", { default: "{title}, home", help: "{title} is the academy's name." }),
    menu: label("Read out: menu button", { default: "Menu" }),
    to_dark: label("Read out: dark theme", { default: "Switch to dark theme" }),
    to_light: label("Read out: light theme", { default: "Switch to light theme" }),
    dashboard: label("Dashboard", { default: "Dashboard", help: "For those who are signed in." }),
    logout: label("Logout", { default: "Logout" }),
    logged_out: text("Notice after the logout", { default: "Logged out successfully" }),
    logout_failed: text("Notice of a logout that failed", { default: "Failed to log out" }),
  }),
  footer: section("Footer", {
    blurb: richtext("About the academy", {
      format: "inline",
      default:
        "<em>Adhva</em> is Sanskrit for path or journey. We prepare aspirants for the civil services, the Karnataka police sub-inspector exam and similar exams, one milestone at a time.",
    }),
    contact: text("Heading of the ways to reach you", { default: "Contact" }),
    chat: text("Link to the chat", { default: "Chat with us" }),
    legal: text("Copyright line", {
      default: "© 2024 {title}. All rights reserved.",
      help: "{title} is the academy's name.",
    }),
  }),
  community: section("Community button", {
    name: label("Read out: corner", { default: "Community" }),
    invitation: text("Invitation", {
      default: "Join our community for daily updates, study materials, and more!",
    }),
    close: label("Read out: close", { default: "Close the community button" }),
  }),
  notices: section("Notices", {
    name: label("Read out: notices", { default: "Notifications, Alt+T" }),
    close: label("Read out: close", { default: "Close notification" }),
  }),
});
