import { Skeleton, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import styles from "./SkeletonRows.module.css";

/** Row-shaped placeholders. They appear after 150 ms only: what loads faster should not flicker. */
export function SkeletonRows({ rows = 8, thumb = true, label }: { rows?: number; thumb?: boolean; label: string }) {
  const late = useLate();
  return (
    <div className={styles["rows"]} role="status" aria-label={label} data-shown={late}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles["row"]} data-thumb={thumb}>
          {thumb ? <Skeleton width={64} height={36} /> : null}
          <Stack gap={6} flex={1}>
            <Skeleton width={`${58 - ((row * 7) % 26)}%`} height={10} />
            {thumb ? <Skeleton width="64px" height={8} /> : null}
          </Stack>
          <Skeleton width={80} height={10} />
        </div>
      ))}
    </div>
  );
}

function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return late;
}
