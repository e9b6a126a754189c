import type { ToolWatcher, WatchedTool } from "@kinora/media/tools/watched-tools.ts";
import type { OpenSpan, Tracing } from "../../platform/tracing/tracing.ts";

/** Puts each media tool into a span; its arguments stay here, because they name files. */
export function tracedTools(tracing: Tracing, watcher: ToolWatcher): ToolWatcher {
  if (!tracing.isOn) return watcher;
  const spans = new Map<WatchedTool, OpenSpan>();
  return {
    began(tool) {
      spans.set(tool, tracing.begin(tool.binary, {}));
      watcher.began(tool);
    },
    ended(tool, processorSeconds) {
      const span = spans.get(tool);
      spans.delete(tool);
      span?.add({ "kinora.processor_seconds": processorSeconds });
      span?.end();
      watcher.ended(tool, processorSeconds);
    },
  };
}
