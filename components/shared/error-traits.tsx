import { Switch } from "@/components/ui/fields";
import { Select } from "@/components/ui/select";
import { errorCodes } from "@/lib/protocol/error-codes";
import type { ErrorCode } from "@/lib/protocol/messages";

interface ErrorTraitsProps {
  error: { retryable?: boolean; code?: ErrorCode };
  onChange: (change: { retryable?: boolean; code?: ErrorCode }) => void;
}

/** The details of an error besides its message: whether it is retryable, and its code. */
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
