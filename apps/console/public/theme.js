// Runs before the first paint, so that the page never flashes in the other theme. A file of its own because the content
// security policy allows no script inside the page. "1" is dark, "0" is light, nothing follows the system.
(function () {
  var stored = null;
  try {
    stored = window.localStorage.getItem("theme");
  } catch {
    // Storage is forbidden: the system's theme it is.
  }
  var dark = stored === null ? window.matchMedia("(prefers-color-scheme: dark)").matches : stored === "1";
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
