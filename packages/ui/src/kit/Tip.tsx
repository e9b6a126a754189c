import { type TooltipProps } from "@mantine/core";
import { Tooltip } from "../floats.ts";

/** The tooltip of an element that is drawn elsewhere. */
export const Tip = (props: TooltipProps) => <Tooltip {...props} />;
