import type { ColumnType, Generated } from "kysely";

export interface LogLinesTable {
  id: Generated<number>;
  at: ColumnType<Date, Date | string, never>;
  kind: "video" | "live" | "platform";
  /** Pino's number. */
  level: number;
  role: string;
  account_id: number | null;
  project_id: number | null;
  request_id: string | null;
  job_id: string | null;
  message: string;
  data: ColumnType<Record<string, unknown>, string, never>;
}
