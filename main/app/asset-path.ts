import path from 'node:path'

export const appScheme = 'app'
export const appHost = 'pipescope'
export const appOrigin = `${appScheme}://${appHost}`

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

export interface Asset {
  readonly filePath: string
  readonly contentType: string
}

/**
 * The file behind an address of ours, null when the address is not one: another host, a path that leaves the folder, a
 * kind of file that we do not ship. Works on text alone; the folder holds no links (it is written by the build).
 */
export function assetOf(address: string, rootFolder: string): Asset | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== `${appScheme}:` || url.host !== appHost) return null
  const relativePath = decodePath(url.pathname)
  if (relativePath === null) return null
  const filePath = path.resolve(rootFolder, `.${relativePath === '/' ? '/index.html' : relativePath}`)
  if (!filePath.startsWith(path.resolve(rootFolder) + path.sep)) return null
  const contentType = contentTypes[path.extname(filePath).toLowerCase()]
  return contentType === undefined ? null : { filePath, contentType }
}

/** Encoded separators, back-slashes and NUL never occur in our own addresses and are ways around a path check. */
function decodePath(pathname: string): string | null {
  if (/%2f|%5c|%00/i.test(pathname)) return null
  try {
    const decoded = decodeURIComponent(pathname)
    return decoded.includes('\\') || decoded.includes('\0') ? null : decoded
  } catch {
    // URIError: a malformed percent sequence.
    return null
  }
}
