import { theme } from "@kinora/ui/theme.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { startTexts } from "../platform/i18n.ts";
import { roomTexts, texts, type RoomTexts } from "../texts.ts";

/** Shows a part of the console as the console does: with theme, texts, answers and an address. */
export async function renderPart(part: ReactNode, client = new QueryClient(), address = "/") {
  window.matchMedia ??= (query) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  startTexts({ ...texts, ...(await everyRoom()) });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  return render(
    <MantineProvider theme={theme} env="test" withCssVariables={false}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** The texts that come with pages: a part of one is shown without it. */
async function everyRoom(): Promise<Record<string, object>> {
  const names = Object.keys(roomTexts) as RoomTexts[];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await roomTexts[name]()] as const)));
}
