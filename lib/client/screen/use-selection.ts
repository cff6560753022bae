import { useSyncExternalStore } from "react";
import { NOTHING_SELECTED, type Selection } from "./location";
import { snapshot, subscribe } from "./url-state";

/** The selection in the address. The component renders again when it changes. */
export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, snapshot, () => NOTHING_SELECTED);
}
