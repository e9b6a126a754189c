import { formatDuration } from "@kinora/ui/durations.ts";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import type { Video } from "../../platform/videos.ts";
import type { LibraryAddress } from "./library-view.ts";
import styles from "./SaidAt.module.css";

/** Where in a video the words of a search are said: a link to its page, whose player begins there. */
export function SaidAt({ video: { id, said }, place }: { video: Video; place: LibraryAddress }) {
  const { t } = useTranslation("library");
  if (!said) return null;
  return (
    <Link
      to="/video/$videoId"
      params={{ videoId: String(id) }}
      search={{ ...place, start: said.start }}
      className={styles["said"] ?? ""}
      title={said.text}
    >
      {t("saidAt", { time: formatDuration(Math.floor(said.start)) })}{" "}
      <q lang={said.language} dir="auto">
        {said.text}
      </q>
    </Link>
  );
}
