import { IconBroadcast } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { snapshotQuery, type SnapshotSubject } from "../platform/live.ts";
import styles from "./Snapshot.module.css";

/** What viewers get or what the encoder sends, as a small picture that follows; a sign while there is nothing to see. */
export function Snapshot({
  streamId,
  of,
  alt,
  active,
  size = "fill",
}: {
  streamId: number;
  of: SnapshotSubject;
  /** Empty where what it shows is said beside it. */
  alt: string;
  active: boolean;
  /** A row of a list, a bar, or as wide as there is room. */
  size?: "row" | "bar" | "fill";
}) {
  const snapshot = useQuery({ ...snapshotQuery(streamId, of), enabled: active });
  const picture = active ? (snapshot.data?.picture ?? null) : null;
  return (
    <span className={styles["snapshot"]} data-size={size} data-empty={picture === null ? "" : undefined}>
      {picture === null ? (
        <IconBroadcast size={size === "fill" ? 24 : 16} stroke={1.6} aria-hidden="true" />
      ) : (
        <img src={picture} alt={alt} className={styles["picture"]} />
      )}
    </span>
  );
}
