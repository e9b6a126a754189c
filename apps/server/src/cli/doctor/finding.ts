/** The result of one check. */
export interface Finding {
  /** `warning`: works, but not as well as it should; `failed`: something does not work. */
  state: "ok" | "warning" | "failed";
  subject: string;
  message: string;
  /** How to fix it; absent when the check passed. */
  fix?: string;
}
