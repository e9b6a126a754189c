import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";

export type DemoItem = Awaited<ReturnType<typeof api.advanced.listDemoItems>>["data"][number];
export type DemoFormatItem = Awaited<ReturnType<typeof api.advanced.listDemoFormats>>["data"][number];

/** For each format, the newest item of the installation that has it. */
export const demoFormatsQuery = () =>
  queryOptions({
    queryKey: ["advanced", "player-demo", "formats"],
    queryFn: async ({ signal }) => (await api.advanced.listDemoFormats(undefined, { signal })).data,
    // Its addresses carry passes: other ones would start the players over.
    staleTime: Infinity,
  });

/** The restriction profile that applies to an item. */
export const demoRestrictionQuery = ({ kind, id }: Pick<DemoItem, "kind" | "id">) =>
  queryOptions({
    queryKey: ["advanced", "player-demo", "restriction", kind, id],
    queryFn: async ({ signal }) =>
      (
        await (kind === "video"
          ? api.restrictions.getVideoRestriction({ id }, { signal })
          : api.restrictions.getStreamRestriction({ id }, { signal }))
      ).data,
  });
