import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";

/** An action that is only offered to some. */
export const offered = (when: boolean, action: RowAction): readonly RowAction[] => (when ? [action] : []);
