import { createContext } from "react";

/** Takes a group of settings into the list of its page's sections; answers what takes it out again. */
type AddSection = (element: HTMLElement, title: string) => () => void;

/** Null on pages without a list of their sections. */
export const SectionsContext = createContext<AddSection | null>(null);
