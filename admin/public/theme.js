// Runs before the first paint, so that nobody sees the wrong theme flash. The
// key is shared with the public site: who chose dark there finds it dark here.
(() => {
  let theme = "light";
  try {
    if (localStorage.getItem("theme") === "dark") theme = "dark";
  } catch {
    // Storage can be blocked; light is the default then.
  }
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.mantineColorScheme = theme;
})();
