import { FetchCode } from "@kinora/ui/later.ts";
import { theme } from "@kinora/ui/theme.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { loadChunk } from "./platform/chunks.ts";
import { queryClient } from "./platform/query-client.ts";
import { useStore } from "./platform/store.ts";
import { colorScheme } from "./platform/theme.ts";
import { router } from "./routes.tsx";
import { ConfirmLater } from "./shell/dialogs/ConfirmLater.tsx";
import { Toasts } from "./shell/dialogs/Toasts.tsx";
import { ReloadCover } from "./shell/frame/ReloadCover.tsx";

/** The console: theme, answers of the API, pages, and what floats above them. */
export function App() {
  const scheme = useStore(colorScheme, ({ value }) => value);
  // The usual scheme as well: Mantine draws with it once before it hears of the forced one.
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme={scheme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <FetchCode value={loadChunk}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <ConfirmLater />
          <ReloadCover />
          <Toasts />
        </QueryClientProvider>
      </FetchCode>
    </MantineProvider>
  );
}
