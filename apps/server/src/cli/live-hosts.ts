import { liveHosts, setDraining } from "../live/host/placement.ts";
import { CommandError, type Command } from "./command.ts";

/** Lists the live hosts with a heartbeat and what they have on air. */
export const liveHostList: Command = {
  usage: "",
  async run(context) {
    const { db } = await context.services();
    for (const { host, ladders, laddersUsed, draining, streams, published } of await liveHosts({ db })) {
      const capacity = ladders === null ? "not measured" : `${tenth(laddersUsed)} of ${tenth(ladders)} ladders used`;
      const encoders = `${published} with an encoder`;
      context.print(`${host}: ${capacity}, ${streams} on air, ${encoders}${draining ? ", drained" : ""}`);
    }
    return 0;
  },
};

/** Takes a live host out of service before its machine is stopped (docs/operations/cluster.md). */
export const liveDrain: Command = {
  usage: "HOST",
  async run(context, args) {
    const host = await setOne(context, args, true);
    context.print(`${host} takes no further livestreams. What an encoder sends there stays until that ends.`);
    return 0;
  },
};

/** Puts a drained live host into service again. */
export const liveResume: Command = {
  usage: "HOST",
  async run(context, args) {
    context.print(`${await setOne(context, args, false)} takes livestreams again.`);
    return 0;
  },
};

async function setOne(context: Parameters<Command["run"]>[0], args: string[], draining: boolean): Promise<string> {
  const [host, ...more] = args;
  if (host === undefined || more.length > 0) throw new CommandError("Name one live host, as `live hosts` lists it.");
  if ((await setDraining(await context.services(), host, draining)) === "unknown")
    throw new CommandError(`There is no live host named ${host}. \`live hosts\` lists them.`);
  return host;
}

const tenth = (ladders: number): string => String(Math.round(ladders * 10) / 10);
