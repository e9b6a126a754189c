import { IconBroadcast } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { snapshotQuery, type SnapshotSubject } from "./queries.ts";
import styles from "./Snapshot.module.css";

/** What viewers get or what the encoder sends, as a small picture that follows; a sign while there is nothing to see. */
export function Snapshot({
  streamId,
  of,
  alt,
  active,
  small = false,
}: {
  streamId: number;
  of: SnapshotSubject;
  /** Empty where what it shows is said beside it. */
  alt: string;
  active: boolean;
  small?: boolean;
}) {
  const snapshot = useQuery({ ...snapshotQuery(streamId, of), enabled: active });
  const picture = active ? (snapshot.data?.picture ?? null) : null;
  return (
    <span className={styles["snapshot"]} data-small={small || undefined}>
      {picture === null ? (
        <IconBroadcast size={16} stroke={1.6} aria-hidden="true" />
      ) : (
        <img src={picture} alt={alt} className={styles["picture"]} />
      )}
    </span>
  );
}
