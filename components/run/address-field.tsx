"use client";
import { type ReactNode, useState } from "react";
import { TextField } from "../ui/fields";

interface AddressFieldProps {
  label: string;
  value: string;
  /** Called only with a full http address, or "" if `optional`. */
  onChange: (address: string) => void;
  optional?: boolean;
  placeholder?: string;
  hint?: ReactNode;
  testId?: string;
}

/** A web address field. An incomplete address stays in the field with an error and changes nothing. */
export function AddressField({ value, onChange, optional, ...rest }: AddressFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const fine = isAddress(text) || (optional && text === "");
  return (
    <TextField
      {...rest}
      mono
      inputMode="url"
      autoComplete="off"
      value={text}
      error={fine ? null : "Not saved: enter a full address such as http://127.0.0.1:8787/decide"}
      onChange={(next) => {
        setTyped(next);
        if (isAddress(next) || (optional && next === "")) onChange(next);
      }}
    />
  );
}

const isAddress = (text: string) => /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text);
