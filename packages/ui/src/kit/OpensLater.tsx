import { useMergedRef } from "@mantine/hooks";
import { cloneElement, use, useEffect, useRef, useState, type ComponentType, type ReactElement, type Ref } from "react";
import { flushSync } from "react-dom";
import { FetchCode, type LaterCode } from "../later.ts";

/** What a menu or panel is given: the button it belongs to, and whether it is open. */
export interface OpenedLater {
  target: ReactElement<TargetProps>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

interface TargetProps {
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
  onClick?: () => void;
  ref?: Ref<HTMLElement>;
}

interface Props<Given extends object> {
  code: LaterCode<ComponentType<OpenedLater & Given>>;
  given: Given;
  opens?: "menu" | "dialog";
  /** Is called when it opens and when it closes. */
  onChange?: (opened: boolean) => void;
  /** The button. */
  children: ReactElement;
}

/**
 * A button with a menu or a panel, which is fetched when the browser is idle, or at once when the button is pressed. It is
 * put around the button at the first press: until then a list of a hundred rows has a hundred buttons and no more.
 */
export function OpensLater<Given extends object>({ code, given, opens = "menu", onChange, children }: Props<Given>) {
  const fetchCode = use(FetchCode);
  const [Opened, setOpenedPart] = useState<ComponentType<OpenedLater & Given> | null>(null);
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLElement>(null);
  const child = children as ReactElement<TargetProps>;
  const ref = useMergedRef(button, child.props.ref);
  useEffect(() => code.prepare(), [code]);
  const change = (next: boolean) => {
    setOpened(next);
    onChange?.(next);
  };
  const open = async () => {
    const loaded = code.get() ?? (await fetchCode(code.load));
    flushSync(() => setOpenedPart(() => loaded));
    // What opens has a button of its own; it must have the focus before it loses it, to get it back.
    button.current?.focus({ preventScroll: true });
    change(true);
  };
  const target = cloneElement(child, { ref });
  return Opened ? (
    <Opened {...given} target={target} opened={opened} onChange={change} />
  ) : (
    <Waiting target={target} opens={opens} onOpen={() => void open()} />
  );
}

interface WaitingProps {
  target: ReactElement<TargetProps>;
  opens: "menu" | "dialog";
  onOpen: () => void;
}

/** The button before its first press. */
const Waiting = ({ target, opens, onOpen }: WaitingProps) =>
  cloneElement(target, { "aria-haspopup": opens, "aria-expanded": false, onClick: onOpen });
