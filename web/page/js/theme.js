// Runs before the first paint, so that a page never flashes in the other light.
(() => {
  try {
    const s = JSON.parse(localStorage.getItem("parlour.settings") || "{}");
    const theme = { light: "paper", dark: "night" }[s.theme] ?? s.theme; // as they were once called
    if (["paper", "wood", "night"].includes(theme)) document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the system's preference counts.
  }
})();
