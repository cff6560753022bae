import { itAgrees } from "@/lib/schema/testing/differential";

itAgrees("2020-12");
