import { Tooltip } from "@mantine/core";

/** The hint itself, beside its target. */
export const TooltipHint = (props: { target: HTMLElement; label: string; opened: boolean }) => <Tooltip {...props} />;
