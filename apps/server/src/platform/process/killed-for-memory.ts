/** Set for a process that replaces one which the system killed to get memory: the id of that process. */
export const killedForMemoryVariable = "KINORA_KILLED_FOR_MEMORY";
