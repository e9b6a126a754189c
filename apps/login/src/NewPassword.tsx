import { PASSWORD_MINIMUM, passwordProblem, passwordScore } from "@kinora/domain/people/passwords.ts";
import { PasswordInput } from "@mantine/core";

const WORDS = ["Easy to guess", "Weak", "Fair", "Good", "Strong"] as const;

interface NewPasswordProps {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  /** What guessers know about the person. */
  about: string[];
  error: string | undefined;
}

/** A field for a password being chosen, with a meter of its strength. */
export function NewPassword({ label = "Password", value, onChange, about, error }: NewPasswordProps) {
  const score = passwordScore(value, about);
  const length = Array.from(value).length;
  const words =
    length === 0
      ? `At least ${PASSWORD_MINIMUM} characters. A few unrelated words work well.`
      : length < PASSWORD_MINIMUM
        ? `${PASSWORD_MINIMUM - length} more to go.`
        : (passwordProblem(value, about) ?? `${WORDS[score]}.`);
  return (
    <div>
      <PasswordInput
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="new-password"
        minLength={PASSWORD_MINIMUM}
        required
        withAsterisk={false}
        error={error}
        aria-describedby="password-strength"
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the password" }}
      />
      <div className="strength" data-score={score} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
      <p className="strength-words" id="password-strength" aria-live="polite">
        {words}
      </p>
    </div>
  );
}
