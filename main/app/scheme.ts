import { readFile } from 'node:fs/promises'
import { protocol, type Session } from 'electron'
import { appScheme, assetOf } from './asset-path.ts'
import { crashPageAssets } from './crash-page.ts'
import { securityHeaders } from './csp.ts'
import { withTheme } from './page-html.ts'
import type { ResolvedTheme } from './theme.ts'

/** Before `ready`, once. codeCache lets V8 keep the compiled page between starts. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

export interface SchemeOptions {
  readonly rootFolder: string
  /** The theme the page must have from its first paint on. */
  theme(): ResolvedTheme
}

/** Serves `app://pipescope/` from the built renderer. Whatever is not a file of ours is 404, and only GET is answered. */
export function serveScheme(session: Session, options: SchemeOptions): void {
  session.protocol.handle(appScheme, async (request) => {
    if (request.method !== 'GET') return refuse(405)
    const builtIn = crashPageAssets.get(request.url)
    if (builtIn !== undefined) return reply(builtIn.content, builtIn.contentType)
    const asset = assetOf(request.url, options.rootFolder)
    if (asset === null) return refuse(404)
    try {
      // fs, because net.fetch of file addresses is refused inside a package (fuse GrantFileProtocolExtraPrivileges).
      const content = await readFile(asset.filePath)
      const isPage = asset.filePath.endsWith('.html')
      return reply(isPage ? withTheme(content.toString('utf8'), options.theme()) : content, asset.contentType)
    } catch {
      // ENOENT, EISDIR: nothing of that name; there is nobody to tell but the page.
      return refuse(404)
    }
  })
}

function reply(content: Buffer | string, contentType: string): Response {
  const body = typeof content === 'string' ? content : new Uint8Array(content)
  return new Response(body, { headers: { ...securityHeaders, 'content-type': contentType } })
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: { ...securityHeaders } })
}
