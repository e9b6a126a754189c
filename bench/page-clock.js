// Runs inside the page that plays: reads the moment out of every picture it shows (burnt-clock.ts put it there).
(() => {
  const LONG_MS = 500;
  /**
   * Ages of the next `frames` pictures when they were shown, in milliseconds.
   * @param {number} frames
   * @param {number} bits
   */
  const readAges = async (frames, bits) => {
    const video = document.querySelector("video");
    const canvas = document.createElement("canvas");
    // Four pixels for each square: its middle is untouched by its neighbours.
    canvas.width = bits * 4;
    canvas.height = 100;
    const drawing = canvas.getContext("2d", { willReadFrequently: true });
    if (!video || !drawing) throw new Error("There is no video on this page.");
    /** @type {number[]} */
    const ages = [];
    while (ages.length < frames) {
      await new Promise((shown) => video.requestVideoFrameCallback(shown));
      const now = Date.now();
      drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data } = drawing.getImageData(0, 4, canvas.width, 1);
      let moment = 0;
      for (let bit = bits - 1; bit >= 0; bit -= 1) moment = moment * 2 + (data[(bit * 4 + 2) * 4] > 127 ? 1 : 0);
      ages.push(now - moment);
    }
    return ages;
  };
  /** @type {number[]} */
  let gaps = [];
  /** @type {string[]} */
  const stops = [];
  /** @param {HTMLVideoElement} video */
  const describe = ({ currentTime, readyState, buffered }) => {
    const ranges = Array.from({ length: buffered.length }, (_, at) =>
      [buffered.start(at), buffered.end(at)].map((seconds) => seconds.toFixed(2)).join(" to "),
    );
    return `at ${currentTime.toFixed(2)} s of ${ranges.join(", ") || "nothing"}, readyState ${readyState}`;
  };
  /** From now on, the time between each picture that is shown and the one before, in milliseconds. */
  const watchGaps = () => {
    const video = document.querySelector("video");
    let last = performance.now();
    let waited = "without waiting for data";
    video?.addEventListener("waiting", () => (waited = `waited ${describe(video)}`));
    const shown = () => {
      const now = performance.now();
      gaps.push(now - last);
      if (video && now - last > LONG_MS)
        stops.push(`${Math.round(now - last)} ms, ${waited}; continues ${describe(video)}`);
      waited = "without waiting for data";
      last = now;
      video?.requestVideoFrameCallback(shown);
    };
    video?.requestVideoFrameCallback(shown);
  };
  /** The gaps since they were last asked for. */
  const takeGaps = () => {
    const taken = gaps;
    gaps = [];
    return taken;
  };
  /** What is known of stops of more than half a second since watching began. */
  const takeStops = () => stops;
  window.clock = { readAges, watchGaps, takeGaps, takeStops };
})();
