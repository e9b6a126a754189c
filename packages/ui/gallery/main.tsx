import "../src/plain.css";
import "../src/base.css";
import { MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { theme } from "../src/theme.ts";
import { Gallery } from "./Gallery.tsx";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} withCssVariables={false} defaultColorScheme="auto">
        <Gallery />
      </MantineProvider>
    </StrictMode>,
  );
}
