import { itAgrees } from "@/lib/schema/testing/differential";

itAgrees("2019-09");
