import { createStore } from "./store.ts";

/** Whether the new project dialog is open; it is opened from several places. */
export const newProject = createStore({ opened: false });

export const openNewProject = () => newProject.set({ opened: true });
export const closeNewProject = () => newProject.set({ opened: false });
