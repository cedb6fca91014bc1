import { appOrigin } from './asset-path.ts'

/**
 * What a window shows after its page has crashed. Built into main, because the page's own code may be what fails; plain
 * HTML with a link, so it needs no script.
 */
export const crashPageUrl = `${appOrigin}/crashed.html`

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Pipescope: window stopped</title><link rel="stylesheet" href="crashed.css"></head>
<body><main>
<h1>This window stopped working</h1>
<p>Its sessions were closed, so the processes it was watching are not affected. Other windows keep running.</p>
<p>The log has the details (Settings, Pipescope diagnostics).</p>
<p><a href="index.html">Reload this window</a> with its documents, or <a href="index.html#empty">reload it without them</a>.</p>
</main></body></html>
`

const style = `:root { color-scheme: light dark; font: 13px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#fcfcfd, #18191b); color: light-dark(#1c2024, #edeef0); }
main { max-width: 420px; padding: 24px; }
h1 { font-size: 20px; font-weight: 600; margin: 0 0 8px; }
p { margin: 0 0 12px; }
a { color: light-dark(#5151cd, #b1a9ff); }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
`

export const crashPageAssets: ReadonlyMap<string, { readonly content: string; readonly contentType: string }> = new Map(
  [
    [crashPageUrl, { content: page, contentType: 'text/html; charset=utf-8' }],
    [`${appOrigin}/crashed.css`, { content: style, contentType: 'text/css; charset=utf-8' }],
  ],
)
