import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RenditionRow, type Rendition } from "./RenditionRow.tsx";
import files from "./VideoFiles.module.css";

interface RenditionTableProps {
  /** Names the table for readers of screens. */
  label: string;
  renditions: readonly Rendition[];
  menuOf?: (rendition: Rendition) => ReactNode;
}

/** Renditions, finished or not, with what each is. */
export function RenditionTable({ label, renditions, menuOf }: RenditionTableProps) {
  const { t } = useTranslation("video");
  return (
    <div className={files["tableWrap"]} tabIndex={0} role="region" aria-label={label}>
      <table className={files["table"]}>
        <thead>
          <tr>
            <th>{t("columnRendition")}</th>
            <th>{t("columnStatus")}</th>
            <th>{t("columnPixels")}</th>
            <th>{t("columnCodec")}</th>
            <th className={files["end"]}>{t("columnRate")}</th>
            <th className={files["end"]}>{t("columnBitrate")}</th>
            <th className={files["end"]}>{t("columnSize")}</th>
            <th>{t("columnLikeness")}</th>
            <th className={files["end"]} title={t("encodeTimeHint")}>
              {t("columnEncodeTime")}
            </th>
            <th className={files["end"]}>{t("columnActions")}</th>
          </tr>
        </thead>
        <tbody>
          {renditions.map((rendition) => (
            <RenditionRow key={rendition.id} rendition={rendition} menu={menuOf?.(rendition)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
