import { plainEntry, type ImportItemState } from "@kinora/domain/imports/imports.ts";
import { placeOf, three, type ListMaker, type Place } from "./list-sample.ts";

/** Three imports of feeds. */
const insertImports = ({ services, ...place }: Place) => {
  const options = JSON.stringify({ publish: "source", playlists: false, labels: true });
  const job = { ...placeOf({ services, ...place }), kind: "feed" as const, options, state: "ready" as const };
  return three(
    services.db
      .insertInto("import_jobs")
      .values(["bee", "ant", "cat"].map((name) => ({ ...job, source: `https://example.com/${name}` })))
      .returning("id"),
  );
};

export const listImportJobs: ListMaker = async (place) => {
  const [bee, ant, cat] = await insertImports(place);
  return { rows: [cat, ant, bee], filters: {} };
};

export const listImportItems: ListMaker = async (place) => {
  const [job] = await insertImports(place);
  const states: ImportItemState[] = ["waiting", "failed", "skipped"];
  const rows = await three(
    place.services.db
      .insertInto("import_items")
      .values(
        states.map((state, position) => ({
          ...{ job_id: job, project_id: place.projectId, position, state, source_key: state },
          entry: JSON.stringify(plainEntry(state, state)),
        })),
      )
      .returning("id"),
  );
  return { path: { job_id: job }, rows, filters: { state: [{ state: "failed" }, rows.slice(1, 2)] } };
};
