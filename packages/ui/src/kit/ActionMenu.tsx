import type { ReactElement } from "react";
import { laterCode } from "../later.ts";
import type { ActionListProps } from "./ActionList.tsx";
import { OpensLater } from "./OpensLater.tsx";

const list = laterCode(async () => (await import("./ActionList.tsx")).ActionList);

/** A button with a menu of actions. */
export const ActionMenu = ({ children, ...given }: ActionListProps & { children: ReactElement }) => (
  <OpensLater code={list} given={given}>
    {children}
  </OpensLater>
);
