const root = import.meta.dirname;
const developing = process.env.NODE_ENV === "development";

/** Only what the app itself serves. Next writes inline scripts and styles; its development mode needs `eval`. */
const policy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${developing ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  `connect-src 'self'${developing ? " ws:" : ""}`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const securityHeaders = Object.entries({
  "Content-Security-Policy": policy,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
}).map(([key, value]) => ({ key, value }));

/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // A lock file in a folder above must not be taken for the project's.
  turbopack: { root },
  outputFileTracingRoot: root,
  // The image service is not used; without it there is one address less that fetches.
  images: { unoptimized: true },
  // Opened from node_modules at run time: a native driver, WebAssembly, the HTTP client, and what the worker bundles import too.
  serverExternalPackages: [
    "libsql",
    "undici",
    "quickjs-emscripten-core",
    "@jitl/quickjs-wasmfile-release-sync",
    "ajv",
    "ajv-draft-04",
    "ajv-formats",
  ],
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default config;
