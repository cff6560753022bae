import type { z } from "zod";

type Override = NonNullable<z.core.ToJSONSchemaParams["override"]>;

/** Leaves out the bounds that zod gives every whole number: the range that a double can hold exactly. */
export const withoutSafeBounds: Override = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};
