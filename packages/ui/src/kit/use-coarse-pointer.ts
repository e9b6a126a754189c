import { useMediaQuery } from "@mantine/hooks";

/** Whether the pointer is a finger, for which buttons are at least 44 pixels wide. */
export const useCoarsePointer = (): boolean =>
  useMediaQuery("(pointer: coarse)", false, { getInitialValueInEffect: false });
