import { IconMovie } from "@tabler/icons-react";
import { EmptyState } from "../src/EmptyState.tsx";
import { Panel } from "../src/Panel.tsx";
import { SkeletonRows } from "../src/SkeletonRows.tsx";
import type { StatusState } from "../src/status-marks.ts";
import { StatusDot } from "../src/StatusDot.tsx";
import { Thumb } from "../src/Thumb.tsx";
import { Part, Row } from "./Part.tsx";
import styles from "./Gallery.module.css";

/** One of each mark. */
const MARKED: readonly StatusState[] = [
  "live",
  "published",
  "processing",
  "paused",
  "reconnecting",
  "unpublished",
  "failed",
  "loop",
];

/** What says how something is. */
export const States = () => (
  <>
    <Part name="StatusDot">
      <Row>
        {MARKED.map((state) => (
          <StatusDot key={state} state={state} detail="42%">
            {state}
          </StatusDot>
        ))}
      </Row>
    </Part>
    <Part name="Thumb">
      <Row>
        <Thumb src={null} durationSeconds={83} />
        <span className={styles["thumb"]}>
          <Thumb src={null} size="fill" durationSeconds={3723} />
        </span>
      </Row>
    </Part>
    <Part name="Panel">
      <Panel title="Storage" action={<a href="#storage">View usage</a>}>
        43.5 MB of 1.2 TB
      </Panel>
    </Part>
    <Part name="EmptyState">
      <EmptyState icon={<IconMovie size={22} stroke={1.6} />} title="No videos yet">
        Upload a video, or import one by its URL.
      </EmptyState>
    </Part>
    <Part name="SkeletonRows">
      <SkeletonRows rows={3} label="Loading videos" />
    </Part>
  </>
);
