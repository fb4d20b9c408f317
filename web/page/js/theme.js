// Runs before the first paint, so that a page never flashes in the other light.
(() => {
  try {
    const s = JSON.parse(localStorage.getItem("parlour.settings") || "{}");
    if (s.theme === "light" || s.theme === "dark") document.documentElement.dataset.theme = s.theme;
  } catch {
    // Without storage the system's preference counts.
  }
})();
