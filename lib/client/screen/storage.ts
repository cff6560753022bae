/** Browser storage if it is available; otherwise nothing is remembered. */
const remembering = (area: () => Storage) => ({
  getItem: (key: string): string | null => {
    try {
      return area().getItem(key);
    } catch {
      return null;
    }
  },
  setItem: (key: string, value: string): void => {
    try {
      area().setItem(key, value);
    } catch {
      // Switched off or full.
    }
  },
  removeItem: (key: string): void => {
    try {
      area().removeItem(key);
    } catch {
      // Switched off.
    }
  },
});

/** Shared by all tabs of this browser. */
export const storage = remembering(() => localStorage);

/** Kept by this tab across reloads. */
export const tabStorage = remembering(() => sessionStorage);
