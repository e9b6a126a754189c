import { theme } from "@kinora/ui/theme.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ConfirmLater } from "./layout/ConfirmLater.tsx";
import { ReloadCover } from "./layout/ReloadCover.tsx";
import { Toasts } from "./layout/Toasts.tsx";
import { queryClient } from "./platform/queryClient.ts";
import { useStore } from "./platform/store.ts";
import { colorScheme } from "./platform/theme.ts";
import { router } from "./routes.tsx";

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
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ConfirmLater />
        <ReloadCover />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
