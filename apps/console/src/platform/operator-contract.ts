import { contract } from "@kinora/contract/contract.ts";

const { advanced, billing } = contract;

/** The operations of `OPERATOR_ROOMS`; the built console has only their methods and paths here, and not in the contract (vite.config.ts). */
export const operatorContract = { advanced, billing };
