import { passwordProblem } from "@kinora/domain/people/passwords.ts";
import { expect, test } from "vitest";
import { refuseWeakPassword } from "./credentials.ts";
import { isGuessable } from "./guessable.ts";

test.each([
  "Password123!",
  "1q2w3e4r5t6y",
  "P@ssw0rd1234",
  "Summer2024!!",
  "passw0rd1234",
  "qwerty123456",
  "zaq12wsxcde3",
  "1qaz2wsx3edc",
  "!QAZ2wsx#EDC",
  "iloveyou1234",
  "trustno1trustno1",
  "Liverpool1234",
  "MyPassword123",
  "December2023!",
  "michael12345",
  "a1b2c3d4e5f6",
  "KinoraKinora1!",
])("the leaked password %s is refused", async (password) => {
  expect(await isGuessable(password, [])).toBe(true);
});

test.each(["violet ladder hums", "lime-otter-sails-9", "Tr4mpelpfad&Nuss", "kX9#mQ2$vL7p", "пять синих лодок у реки"])(
  "%j is taken",
  async (password) => {
    expect(passwordProblem(password)).toBeNull();
    expect(await isGuessable(password, ["ada@example.com", "Ada", "Lovelace"])).toBe(false);
  },
);

test("what is known of the person makes a password guessable", async () => {
  const about = ["rosalinda.meyerhold@example.com", "Rosalinda", "Meyerhold"];
  expect(await isGuessable("Meyerhold2024!", about)).toBe(true);
  expect(await isGuessable("Meyerhold2024!", [])).toBe(false);
  await expect(refuseWeakPassword("Meyerhold2024!", about)).rejects.toMatchObject({
    code: "invalid",
    fields: { password: ["This password is easy to guess. A few unrelated words work well."] },
  });
});
