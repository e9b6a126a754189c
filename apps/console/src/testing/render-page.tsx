// Fields with lists within dialogs, which come later than the page.
import "@kinora/ui/kit/forms/Select.tsx";
import "../shell/fields/Autocomplete.tsx";
import { fetchLater } from "@kinora/ui/later.ts";
import { theme } from "@kinora/ui/theme.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { startTexts } from "../platform/i18n.ts";
import { roomTexts, texts, type RoomTexts } from "../texts.ts";

/**
 * Shows a part of the console as the console does: with theme, texts, answers and an address.
 * @param read what the page's route reads of its address; without it, the part is shown at every address.
 * @param path the route's path where it has parameters, as `/playlist/$playlistId`.
 */
export async function renderPart(
  part: ReactNode,
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  address = "/",
  read?: (raw: Record<string, unknown>) => object,
  path = address,
) {
  completePage();
  startTexts({ ...texts, ...(await everyRoom()) });
  // As when the browser has been idle.
  await fetchLater();
  const router = createRouter({
    routeTree: read ? pageRoute(part, path, read) : createRootRoute({ component: () => part }),
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

/** A page below the console's frame, whose route has the id the page asks for (routes.tsx). */
function pageRoute(part: ReactNode, path: string, read: (raw: Record<string, unknown>) => object) {
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, id: "app" });
  const page = createRoute({ getParentRoute: () => app, path, validateSearch: read, component: () => part });
  return root.addChildren([app.addChildren([page])]);
}

/** The texts that come with pages: a part of one is shown without it. */
async function everyRoom(): Promise<Record<string, object>> {
  const names = Object.keys(roomTexts) as RoomTexts[];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await roomTexts[name]()] as const)));
}

/** Gives the page what browsers have and jsdom has not. */
export function completePage(): void {
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
  globalThis.requestIdleCallback ??= (run) => Number(setTimeout(run));
  globalThis.cancelIdleCallback ??= clearTimeout;
  HTMLElement.prototype.scrollIntoView ??= () => {};
  window.scrollTo = () => {};
  HTMLCanvasElement.prototype.getContext = () => null;
  // Growing text fields measure again when a font was loaded; jsdom loads none.
  if (!("fonts" in document)) Object.defineProperty(document, "fonts", { value: new EventTarget() });
}
