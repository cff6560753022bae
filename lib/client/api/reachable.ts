import { create } from "zustand";

/** Whether the server responded to the last request. */
const useStore = create<{ reachable: boolean }>(() => ({ reachable: true }));

export const setReachable = (reachable: boolean): void => useStore.setState({ reachable });

export const useReachable = (): boolean => useStore((store) => store.reachable);
