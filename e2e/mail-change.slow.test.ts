import type { Page } from "@playwright/test";
import { expectFineOnAPhone } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";
import { PASSWORD, signIn } from "./sign-in.ts";

const kinora = sharedProduct();
const project = sharedPeopleProject("Moving Pictures");
test.describe.configure({ mode: "serial" });

const followed = new Set<string>();

/** The link of the newest mail of a change to an address, when one has arrived that was not followed yet. */
async function linkTo(recipient: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const mail = await project.db
        .selectFrom("development_mails")
        .select("body")
        .where("recipient", "=", recipient)
        .where("body", "like", "%/email-change?token=%")
        .orderBy("id", "desc")
        .executeTakeFirst();
      link = /\S+\/email-change\?token=[\w-]+/.exec(mail?.body ?? "")?.[0] ?? "";
      return link !== "" && !followed.has(link);
    })
    .toBe(true);
  followed.add(link);
  return link;
}

const section = (page: Page) => page.getByRole("region", { name: "Email" });

async function ask(page: Page, email: string, password: string): Promise<void> {
  await section(page).getByLabel("New email").fill(email);
  await section(page).getByLabel("Your password", { exact: true }).fill(password);
  await section(page).getByRole("button", { name: "Send both links" }).click();
}

test("a person changes their email: refused without the password, then confirmed by both mailboxes", async ({
  page,
  browser,
}) => {
  const { email } = project.owner;
  const next = `new.${email}`;
  await signIn(page.context(), kinora, project.owner);
  await page.goto(`${kinora.urls.login}/profile`);
  await section(page).getByRole("button", { name: "Change email" }).click();
  await expectFineOnAPhone(page);
  await ask(page, next, "not the password");
  await expect(page.getByText("This is not your current password.")).toBeVisible();
  await ask(page, "nobody", PASSWORD);
  await expect(page.getByText("Email must look like name@example.com.")).toBeVisible();
  await ask(page, next, PASSWORD);
  await expect(section(page).getByText(`We sent a link to ${email} and one to ${next}.`)).toBeVisible();
  const confirmations = section(page).getByRole("list", { name: "Confirmations" }).getByRole("listitem");
  await expect(confirmations).toHaveText([`${email}not confirmed yet`, `${next}not confirmed yet`]);
  await expectFineOnAPhone(page);

  // Reading the mail takes no session.
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(await linkTo(next));
  await expect(elsewhere.getByText(`From ${email} to ${next}.`)).toBeVisible();
  await expect(elsewhere.getByRole("button", { name: `Keep ${email}` })).toBeHidden();
  await elsewhere.getByRole("button", { name: "Confirm" }).click();
  await expect(elsewhere.getByText(`Now open the link that we sent to ${email}.`)).toBeVisible();
  await page.reload();
  await expect(confirmations).toHaveText([`${email}not confirmed yet`, `${next}confirmed`]);

  await elsewhere.goto(await linkTo(email));
  await expectFineOnAPhone(elsewhere);
  await elsewhere.getByRole("button", { name: "Confirm" }).click();
  await expect(elsewhere.getByText(`You sign in as ${next} from now on.`)).toBeVisible();
  await page.reload();
  await expect(section(page).getByText(`You sign in as ${next}.`)).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await elsewhere.context().close();
  project.owner.email = next;
});

test("the old address stops a change, and the person withdraws one", async ({ page }) => {
  const { email } = project.owner;
  await signIn(page.context(), kinora, project.owner);
  await page.goto(`${kinora.urls.login}/profile`);
  const begin = async () => {
    await section(page).getByRole("button", { name: "Change email" }).click();
    await ask(page, `third.${email}`, PASSWORD);
    await expect(section(page).getByText(`Changing to third.${email}.`)).toBeVisible();
  };
  await begin();
  await page.goto(await linkTo(email));
  await page.getByRole("button", { name: `Keep ${email}` }).click();
  await expect(page.getByText("The address stays as it is.")).toBeVisible();
  await page.getByRole("link", { name: "Go to your profile" }).click();
  await expect(section(page).getByText(`You sign in as ${email}.`)).toBeVisible();
  await expect(section(page).getByText(`Changing to third.${email}.`)).toBeHidden();

  await begin();
  await section(page)
    .getByRole("button", { name: `Keep ${email}` })
    .click();
  await expect(section(page).getByText("Your address stays as it is.")).toBeVisible();
  await expect(section(page).getByText(`Changing to third.${email}.`)).toBeHidden();
});
