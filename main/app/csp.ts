/** What a page of ours may load: only what the app itself carries. No inline script or style, no eval, nothing remote. */
const productionPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // data: for the small images that style sheets carry.
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // A peer connection would send packets past every other rule.
  "webrtc 'block'",
].join('; ')

/**
 * Headers of every answer under `app://`. No `cross-origin-opener-policy`: nothing can open our page or be opened by it, and with that
 * header Chromium throws away the page's process, which is waiting, and starts another (docs/decisions/0042). Without it the
 * page also has neither shared memory nor the finest clock.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': productionPolicy,
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // A name that is looked up tells a server who asked for it.
  'x-dns-prefetch-control': 'off',
}

/** The dev server injects inline scripts and styles and talks to the page over a web socket; never used in a package. */
export function developmentPolicy(serverOrigin: string): string {
  const socketOrigin = serverOrigin.replace(/^http/, 'ws')
  return [
    "default-src 'none'",
    `script-src ${serverOrigin} 'unsafe-inline'`,
    `style-src ${serverOrigin} 'unsafe-inline'`,
    `img-src ${serverOrigin} data:`,
    `font-src ${serverOrigin} data:`,
    `connect-src ${serverOrigin} ${socketOrigin}`,
    `worker-src ${serverOrigin} blob:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
