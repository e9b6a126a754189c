import { startConsole } from "./startConsole.tsx";

startConsole();
