// Runs before the first paint, so that a page never flashes in the other light.
(() => {
  try {
    const s = JSON.parse(localStorage.getItem("parlour.settings") || "{}");
    const once = new Map([
      ["light", "paper"],
      ["dark", "night"],
    ]); // as they were called
    const theme = once.get(s.theme) ?? s.theme;
    if (["paper", "wood", "night"].includes(theme)) document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the system's preference counts.
  }
})();
