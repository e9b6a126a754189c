import { VERSION } from "../platform/process/version.ts";
import type { Command } from "./command.ts";

export const version: Command = {
  usage: "",
  run({ print }) {
    print(VERSION);
    return Promise.resolve(0);
  },
};
