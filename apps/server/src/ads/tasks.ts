import type { Chore } from "../platform/jobs/chores.ts";
import { makeDemoAd } from "./demo/demo-clip.ts";

export const adChores: readonly Chore[] = [makeDemoAd];
