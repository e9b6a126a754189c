import { operations } from "../../platform/http/operations.ts";
import { drainLiveHost, listLiveHosts, resumeLiveHost } from "./steer-hosts.ts";

/** Which live hosts there are, and which of them take livestreams, for superusers. */
export const liveHostRoutes = {
  listLiveHosts: operations.advanced.listLiveHosts.handler(async ({ context }) => ({
    data: await listLiveHosts(context),
  })),
  drainLiveHost: operations.advanced.drainLiveHost.handler(async ({ context, input }) => {
    await drainLiveHost(context, input.live_host);
    return { message: "The live host is drained." };
  }),
  resumeLiveHost: operations.advanced.resumeLiveHost.handler(async ({ context, input }) => {
    await resumeLiveHost(context, input.live_host);
    return { message: "The live host takes livestreams again." };
  }),
};
