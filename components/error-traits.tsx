import { errorCodes } from "@/lib/client/error-codes";
import type { ErrorCode } from "@/lib/protocol/messages";
import { Switch } from "./ui/fields";
import { Select } from "./ui/select";

interface ErrorTraitsProps {
  error: { retryable?: boolean; code?: ErrorCode };
  onChange: (change: { retryable?: boolean; code?: ErrorCode }) => void;
}

/** What an error says beside its message: whether it may be tried again, and its code. */
export function ErrorTraits({ error, onChange }: ErrorTraitsProps) {
  return (
    <>
      <Switch
        label="Retryable"
        checked={error.retryable ?? false}
        onChange={(retryable) => onChange({ retryable })}
      />
      <Select
        label="Error code"
        value={error.code ?? ""}
        onChange={(code) => onChange({ code: errorCodes.find((known) => known === code) })}
        options={[
          { value: "", label: "no code" },
          ...errorCodes.map((code) => ({ value: code, label: code })),
        ]}
      />
    </>
  );
}
