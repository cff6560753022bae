/**
 * Secrets typed into the page. They are sent with each request; the server keeps them in memory for the session and
 * never stores, logs or exports them.
 */
export const API_KEY_HEADER = "x-callscope-api-key";
export const WORKER_SECRET_HEADER = "x-callscope-worker-secret";
