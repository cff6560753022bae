import { itAgrees } from "@/lib/schema/testing/differential";

itAgrees("draft-06");
