/** A media tool that a job runs, as its worker sees it. */
export interface RunningTool {
  binary: string;
  /** As one line, without paths of this machine. */
  command: string;
  since: Date;
  /** Its last lines, without paths of this machine. */
  lines(): string[];
  /** What it has put out so far, in any unit that only grows; null where it writes nothing that can be measured. */
  output(): number | null;
  /** Asks it to end; the job then fails as with any tool that ends so. */
  terminate(): void;
}

/** Superusers end the tools of the job named by the payload. */
export const TERMINATE_NOTIFICATION = "terminate_tools";

/** Tells whether the tools of a job put anything out since the last look. */
export class OutputWatch {
  #before = "";

  /** True as well while nothing that can be measured runs: waiting for a download is not standing still. */
  hasMoved(tools: ReadonlySet<RunningTool>): boolean {
    const outputs = [...tools].map((tool) => tool.output());
    const now = [...tools].map(({ since }, index) => `${since.getTime()}=${outputs[index]}`).join(" ");
    const moved = now !== this.#before || !outputs.some((output) => output !== null);
    this.#before = now;
    return moved;
  }
}
