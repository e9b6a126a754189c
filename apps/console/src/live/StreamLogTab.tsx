import { useState } from "react";
import type { StreamDetail } from "./queries.ts";
import { StreamLogPanel } from "./StreamLogPanel.tsx";

/** What happened to one livestream, newest first. */
export function StreamLogTab({ stream }: { stream: StreamDetail }) {
  const [page, setPage] = useState(1);
  const view = { stream: stream.id, ...(page === 1 ? {} : { page }) };
  return <StreamLogPanel projectId={stream.project_id} view={view} named={false} onPage={setPage} onClear={null} />;
}
