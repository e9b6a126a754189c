import { lazyRouteComponent } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { loadChunk } from "./platform/chunks.ts";
import { withTexts } from "./platform/lazy-part.ts";
import { roomTexts, type RoomTexts } from "./texts.ts";

/**
 * A page whose code, and the texts of the rooms it names, are loaded when someone goes there (spec §4: one reload when
 * they do not arrive).
 */
export const lazyPage = <Props extends object>(
  load: () => Promise<{ default: (props: Props) => ReactNode }>,
  ...rooms: RoomTexts[]
) => {
  const texts = Object.fromEntries(rooms.map((room) => [room, roomTexts[room]]));
  return lazyRouteComponent(() => loadChunk(() => withTexts(load, texts)));
};
