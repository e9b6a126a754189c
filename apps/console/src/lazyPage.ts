import { lazyRouteComponent } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { loadChunk } from "./platform/chunks.ts";

/** A page whose code is loaded when someone goes there (spec §4: one reload when it does not arrive). */
export const lazyPage = <Props extends object>(load: () => Promise<{ default: (props: Props) => ReactNode }>) =>
  lazyRouteComponent(() => loadChunk(load));
