import { Button } from "@mantine/core";
import { Notice } from "../Notice.tsx";
import { CopyButton } from "./CopyButton.tsx";

interface RecoveryCodesProps {
  codes: string[];
  email: string;
  /** The words of the button that leaves. */
  leave?: string;
  onDone: () => void;
}

/** New recovery codes, which no page shows again. */
export function RecoveryCodes({ codes, email, leave = "I saved them", onDone }: RecoveryCodesProps) {
  const text = `${codes.join("\n")}\n`;
  const save = () => {
    const address = URL.createObjectURL(new Blob([`Kinora recovery codes of ${email}\n\n${text}`]));
    const link = document.createElement("a");
    link.href = address;
    link.download = "kinora-recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="fields">
      <Notice>
        <p>
          Save these recovery codes now, they won't be shown again. Each signs you in once when you have no other way.
        </p>
      </Notice>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onClick={onDone}>{leave}</Button>
        <CopyButton text={text} label="Copy" />
        <Button variant="default" onClick={save}>
          Download
        </Button>
      </div>
    </div>
  );
}
