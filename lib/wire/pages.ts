/** Paged lists. */
import { z } from "zod";

export const limitParameter = z.coerce
  .number()
  .int()
  .min(1)
  .max(200)
  .default(50)
  .describe("The maximum number of items.");

export const beforeParameter = z
  .string()
  .optional()
  .describe("`next` of the page before; absent: the first page.");

export const nextSchema = z
  .string()
  .nullable()
  .describe("Pass this as `before` for the next page; null at the end.");

export const listQuerySchema = z.object({ before: beforeParameter, limit: limitParameter });
