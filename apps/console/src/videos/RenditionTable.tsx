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
  const head = [
    ["label", t("columnRendition")],
    ["status", t("columnStatus")],
    ["pixels", t("columnPixels")],
    ["codec", t("columnCodec")],
    ["rate", t("columnRate")],
    ["bitrate", t("columnBitrate")],
    ["size", t("columnSize")],
    ["quality", t("columnLikeness")],
    ["seconds", t("columnEncodeTime")],
    ["actions", t("columnActions")],
  ] as const;
  return (
    <div className={files["renditions"]} role="region" aria-label={label}>
      <div role="table" aria-label={label}>
        <div role="row" className={files["head"]}>
          {head.map(([name, words]) => (
            <div key={name} role="columnheader" className={files[name]}>
              {words}
            </div>
          ))}
        </div>
        {renditions.map((rendition) => (
          <RenditionRow key={rendition.id} rendition={rendition} menu={menuOf?.(rendition)} />
        ))}
      </div>
    </div>
  );
}
