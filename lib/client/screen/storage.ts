/** A storage of the browser where it is allowed; without it nothing is remembered and nothing breaks. */
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

/** What all tabs of this browser share. */
export const storage = remembering(() => localStorage);

/** What this tab keeps over a reload. */
export const tabStorage = remembering(() => sessionStorage);
