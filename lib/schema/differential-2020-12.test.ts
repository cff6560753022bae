import { itAgrees } from "./testing/differential";

itAgrees("2020-12");
