import { createStore } from "./store.ts";

/** How many uploads are under way and how far, in percent; the uploads room writes it, the layout shows it. */
export const uploadTray = createStore({ active: 0, percent: 0 });
