// Runs inside the page that is measured, before anything of it: what the page writes down about itself.
// Event Timing (W3C) names every interaction; what took less than 16 ms is not reported.
(() => {
  /**
   * Milliseconds from a press to the paint it led to, by interaction.
   * @type {Map<number, number>}
   */
  const reactions = new Map();
  /** @type {number[]} */
  let gaps = [];
  let watching = false;
  let last = 0;
  new PerformanceObserver((list) => {
    const entries = /** @type {(PerformanceEntry & { interactionId: number })[]} */ (list.getEntries());
    for (const { interactionId, duration } of entries) {
      if (interactionId) reactions.set(interactionId, Math.max(reactions.get(interactionId) ?? 0, duration));
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  /** @param {number} now */
  const frame = (now) => {
    if (watching && last > 0) gaps.push(now - last);
    last = watching ? now : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.diary = {
    clear: () => reactions.clear(),
    reactions: () => [...reactions.values()],
    watch() {
      gaps = [];
      watching = true;
    },
    gaps() {
      watching = false;
      return gaps;
    },
    /** Resolves when what was pressed has been painted and noted. */
    settled: () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))),
  };
})();
