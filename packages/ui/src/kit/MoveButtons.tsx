import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { kitTexts } from "./kit-texts.ts";
import type { Steps } from "./use-reorder.ts";

const icon = { size: 16, stroke: 1.6 };

/**
 * Moves a row by one place, where dragging is not possible or not wanted (WCAG 2.5.7). At the end of the list a button
 * stays where it is, so that the focus does too.
 */
export const MoveButtons = ({ name, steps: { up, down } }: { name: string; steps: Steps }) => (
  <>
    <StepButton label={kitTexts.moveUp(name)} onStep={up}>
      <IconArrowUp {...icon} />
    </StepButton>
    <StepButton label={kitTexts.moveDown(name)} onStep={down}>
      <IconArrowDown {...icon} />
    </StepButton>
  </>
);

const StepButton = ({ label, onStep, children }: { label: string; onStep: Steps["up"]; children: ReactNode }) => (
  <ActionIcon aria-label={label} {...(onStep ? { onClick: onStep } : { "aria-disabled": true, "data-disabled": true })}>
    {children}
  </ActionIcon>
);
