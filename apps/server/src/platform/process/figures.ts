import { Gauge, type Registry } from "prom-client";

/** A value of a figure, told apart from its others by its labels. */
export interface FigureRow {
  labels?: Record<string, string>;
  value: number;
}

/** A figure that is read whenever metrics are collected. */
export interface Figure {
  /** As Prometheus names metrics, with the unit at its end: `kinora_oldest_job_seconds`. */
  name: string;
  help: string;
  labels?: readonly string[];
  read(): FigureRow[] | Promise<FigureRow[]>;
}

/** Takes why a figure could not be read. */
export type FigureProblem = (error: unknown, name: string) => void;

/** The supervisor waits two seconds for all metrics of a process: a database that does not answer must not hide the others. */
const READ_MS = 1_000;

/** Adds figures to a registry. One that cannot be read within a second has no value for that moment, and is given to `onProblem`. */
export function addFigures(registry: Registry, figures: readonly Figure[], onProblem: FigureProblem): void {
  for (const { name, help, labels = [], read } of figures)
    new Gauge({
      ...{ name, help, labelNames: [...labels], registers: [registry] },
      async collect() {
        this.reset();
        try {
          // Before any value is set, a gauge without labels is 0, which would be taken for a value.
          if (labels.length === 0) this.remove();
          for (const row of await withinTime(read())) this.set(row.labels ?? {}, row.value);
        } catch (error) {
          onProblem(error, name);
        }
      },
    });
}

async function withinTime(read: FigureRow[] | Promise<FigureRow[]>): Promise<FigureRow[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`It was not read within ${READ_MS} ms.`)), READ_MS);
  try {
    return await Promise.race([read, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
