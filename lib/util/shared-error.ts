/**
 * Makes the base of an error class that one part of the app throws and another recognises with `instanceof`. A bundler
 * may load such a class more than once, so instances carry a symbol that the whole process shares. `name` is unique.
 */
export function sharedError(name: string) {
  const brand = Symbol.for(`callscope.${name}`);
  return class extends Error {
    constructor(message: string, options?: ErrorOptions) {
      super(message, options);
      Object.defineProperty(this, brand, { value: true });
    }

    static override [Symbol.hasInstance](thrown: unknown): boolean {
      return typeof thrown === "object" && thrown !== null && brand in thrown;
    }
  };
}
