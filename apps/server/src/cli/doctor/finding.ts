import type { FindingState } from "@kinora/domain/operations/doctor.ts";

/** The result of one check. */
export interface Finding {
  state: FindingState;
  subject: string;
  message: string;
  /** How to fix it; absent when the check passed. */
  fix?: string;
}
