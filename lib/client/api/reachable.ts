import { create } from "zustand";

/** Whether the server answered the last time it was asked anything. */
const useStore = create<{ reachable: boolean }>(() => ({ reachable: true }));

export const setReachable = (reachable: boolean): void => useStore.setState({ reachable });

export const useReachable = (): boolean => useStore((store) => store.reachable);
