import { readFile } from 'node:fs/promises'
import { protocol, type ProtocolRequest, type ProtocolResponse, type Session } from 'electron'
import { appScheme, assetOf } from './asset-path.ts'
import { crashPageAssets } from './crash-page.ts'
import { securityHeaders } from './csp.ts'
import { withTheme } from './page-html.ts'
import type { ResolvedTheme } from './window/theme.ts'

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

/**
 * Serves `app://pipescope/` from the built renderer. Whatever is not a file of ours is 404, and only GET is answered.
 *
 * By the older of Electron's two ways: `protocol.handle` loads all of fetch (Request, Response, web streams) into main before the first
 * byte of the page, and passes every file through its streams: twice to three times the processor time (docs/decisions/0042).
 */
export function serveScheme(session: Session, options: SchemeOptions): void {
  session.protocol.registerBufferProtocol(appScheme, (request, answer) => {
    answerOf(request, options).then(answer, () => answer(refuse(404)))
  })
}

async function answerOf(request: ProtocolRequest, options: SchemeOptions): Promise<ProtocolResponse> {
  if (request.method !== 'GET') return refuse(405)
  const builtIn = crashPageAssets.get(request.url)
  if (builtIn !== undefined) return reply(Buffer.from(builtIn.content), builtIn.contentType)
  const asset = assetOf(request.url, options.rootFolder)
  if (asset === null) return refuse(404)
  // fs, because fetching file addresses is refused inside a package (fuse GrantFileProtocolExtraPrivileges). ENOENT, EISDIR:
  // nothing of that name; there is nobody to tell but the page.
  const content = await readFile(asset.filePath)
  const isPage = asset.filePath.endsWith('.html')
  return reply(isPage ? Buffer.from(withTheme(content.toString('utf8'), options.theme())) : content, asset.contentType)
}

function reply(data: Buffer, contentType: string): ProtocolResponse {
  return { data, headers: { ...securityHeaders, 'content-type': contentType } }
}

function refuse(statusCode: number): ProtocolResponse {
  return { statusCode, data: Buffer.alloc(0), headers: { ...securityHeaders } }
}
