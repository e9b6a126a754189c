import { startConsole } from "./start-console.tsx";

startConsole();
