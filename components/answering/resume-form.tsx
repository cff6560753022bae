"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { TextArea } from "@/components/ui/fields";
import { explain } from "@/lib/client/api/api";
import { useCommand } from "@/lib/client/queries/sessions";
import { readTypedJson } from "@/lib/json/typed-text";

interface ResumeFormProps {
  session: string;
  interruptId: string;
  onDone?: () => void;
}

/** Resumes an interrupted session, with a payload if the worker asked for one. */
export function ResumeForm({ session, interruptId, onDone }: ResumeFormProps) {
  const [text, setText] = useState("");
  const command = useCommand(session);
  const read = text.trim() === "" ? null : readTypedJson(text);
  const wrong = read !== null && !read.ok;
  return (
    <form
      data-testid="resume-form"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong) return;
        command.mutate(
          { type: "resume", interrupt_id: interruptId, ...(read?.ok ? { payload: read.value } : {}) },
          { onSuccess: onDone },
        );
      }}
    >
      <TextArea
        label="Payload (JSON, optional)"
        mono
        rows={2}
        value={text}
        onChange={setText}
        testId="resume-payload"
        error={read && !read.ok ? read.message : null}
        hint="The worker receives it in the interrupt.resumed trigger."
      />
      {command.error && (
        <Callout tone="fail" shape="cross" alert className="rounded-md">
          {explain(command.error)}
        </Callout>
      )}
      <div className="flex justify-end">
        <Button
          type="submit"
          look="primary"
          testId="resume-send"
          why={command.isPending ? "Sending…" : wrong ? "The payload is not valid JSON yet" : null}
        >
          Resume
        </Button>
      </div>
    </form>
  );
}
