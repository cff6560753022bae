import { itAgrees } from "./testing/differential";

itAgrees("2019-09");
