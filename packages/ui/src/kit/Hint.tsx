import type { TooltipProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { cloneElement, useRef, useState, type PointerEvent, type ReactElement, type Ref } from "react";
import { laterCode, useLater } from "../later.ts";

const tip = laterCode(async () => (await import("./Tip.tsx")).Tip);

interface TargetProps {
  ref?: Ref<HTMLElement>;
  onPointerEnter?: (event: PointerEvent) => void;
}

interface Props extends Omit<TooltipProps, "target" | "ref" | "children"> {
  children: ReactElement;
}

/** What is shown beside an element while a mouse is over it; its code comes once the browser is idle. */
export function Hint({ children, disabled = false, ...given }: Props) {
  const { code: Tip } = useLater(tip);
  const target = useRef<HTMLElement>(null);
  const [isTouched, setIsTouched] = useState(false);
  const child = children as ReactElement<TargetProps>;
  const ref = useMergedRef(target, child.props.ref);
  const enter = (event: PointerEvent) => {
    setIsTouched(event.pointerType === "touch");
    child.props.onPointerEnter?.(event);
  };
  return (
    <>
      {cloneElement(child, { ref, onPointerEnter: enter })}
      {Tip ? <Tip {...given} target={target} disabled={disabled || isTouched} /> : null}
    </>
  );
}
