/** Tabler's icons (MIT), in the stroke of all our icons. */
const PATHS = {
  previous: ["M20 5v14l-12 -7l12 -7", "M4 5l0 14"],
  next: ["M4 5v14l12 -7l-12 -7", "M20 5l0 14"],
  shuffle: [
    "M18 4l3 3l-3 3",
    "M18 20l3 -3l-3 -3",
    "M3 7h3a5 5 0 0 1 5 5a5 5 0 0 0 5 5h5",
    "M21 7h-5a4.978 4.978 0 0 0 -3 1m-4 8a4.984 4.984 0 0 1 -3 1h-3",
  ],
  loop: ["M4 12v-3a3 3 0 0 1 3 -3h13m-3 -3l3 3l-3 3", "M20 12v3a3 3 0 0 1 -3 3h-13m3 3l-3 -3l3 -3"],
} as const;

export type IconName = keyof typeof PATHS;

/** An icon as markup. */
export const icon = (name: IconName): string =>
  `<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${PATHS[name].map((d) => `<path d="${d}"/>`).join("")}</svg>`;
