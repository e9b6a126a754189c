import { Webhook } from "standardwebhooks";
import { startReceiver, type Receiver } from "../apps/server/src/testing/webhook-receiver.ts";
import { obstaclesInBothSchemes } from "./accessibility.ts";
import { follow } from "./in-page.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";

const kinora = sharedProduct("openProduct");
const project = sharedPeopleProject("Orchard News", "openProduct");
let receiver: Receiver;

test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver?.close());

test("a webhook gets a signed event, which is seen in its log and sent again", async ({ page }) => {
  await signInTo(page, kinora, project.owner, "/settings/webhooks");
  await expect(page.getByText("No webhooks")).toBeVisible();

  await page.getByRole("button", { name: "Create webhook" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Newsroom");
  await dialog.getByRole("textbox", { name: "URL" }).fill(`${receiver.url}/hook`);
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  const secret = await page.getByRole("textbox", { name: "Secret" }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();

  // A change in the console is an event.
  await follow(page, "/settings/project/categories");
  await page.getByRole("textbox", { name: "Category name" }).fill("News");
  await page.getByRole("button", { name: "Add category" }).click();
  await expect.poll(() => receiver.received.length).toBe(1);
  const [event] = receiver.received;
  if (!event) throw new Error("Nothing was received.");
  expect(new Webhook(secret).verify(event.body, event.headers as Record<string, string>)).toMatchObject({
    type: "category.created",
    project_id: project.projectId,
    data: { category: { name: "News" } },
  });

  await follow(page, "/settings/webhooks");
  await page.getByRole("link", { name: "Newsroom" }).click();
  await page.getByRole("button", { name: "category.created" }).click();
  await expect(page.getByText(`POST ${receiver.url}/hook`)).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Resend", exact: true }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]?.headers["webhook-id"]).toBe(event.headers["webhook-id"]);
});
