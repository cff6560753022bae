import { itAgrees } from "./testing/differential";

itAgrees("draft-07");
