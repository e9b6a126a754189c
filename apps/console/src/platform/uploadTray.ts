import { createStore } from "./store.ts";

/** How many uploads are under way; the uploads room writes it, the layout shows it. */
export const uploadTray = createStore({ active: 0 });

export const uploadBadge = ({ active }: { active: number }): number => active;
