import { Button } from "@mantine/core";
import { go } from "../address.ts";
import { ProblemNotice } from "../Notice.tsx";
import { useAction } from "../use-action.ts";
import { knowsPasskeys, signInWithPasskey } from "./passkey-browser.ts";

/** Signs in with a passkey alone, or does what `use` says with one, in browsers that know them. */
export function PasskeyButton({ use = signInWithPasskey }: { use?: () => Promise<{ next: string }> }) {
  const signIn = useAction(use, ({ next }) => go(next));
  if (!knowsPasskeys()) return null;
  return (
    <div className="fields passkey">
      <ProblemNotice problem={signIn.problem} />
      <Button variant="default" loading={signIn.running} onClick={() => signIn.run(undefined)} fullWidth>
        Use a passkey
      </Button>
    </div>
  );
}
