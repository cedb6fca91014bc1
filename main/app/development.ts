import type { Session } from 'electron'
import type { TrustedOrigin } from '../ipc/sender.ts'
import { developmentPolicy } from './csp.ts'
import { appHost, appScheme } from './asset-path.ts'

/**
 * Address of the dev server, null when there is none. A package never asks; elsewhere only a server on this very
 * machine is believed, since what it serves gets the bridge.
 */
export function devServerUrl(isPackaged: boolean, environment: NodeJS.ProcessEnv): URL | null {
  const address = environment['VITE_DEV_SERVER_URL']
  if (isPackaged || address === undefined || !URL.canParse(address)) return null
  const url = new URL(address)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'http:' && isLocal ? url : null
}

export function trustedOriginFor(devServer: URL | null): TrustedOrigin {
  if (devServer === null) return { protocol: `${appScheme}:`, host: appHost }
  return { protocol: devServer.protocol, host: devServer.host }
}

/** The dev server sends no policy of its own. */
export function applyDevelopmentPolicy(session: Session, devServer: URL): void {
  session.webRequest.onHeadersReceived({ urls: [`${devServer.origin}/*`] }, (details, callback) => {
    callback({
      responseHeaders: {
        ...details.responseHeaders,
        'content-security-policy': [developmentPolicy(devServer.origin)],
        'cross-origin-embedder-policy': ['require-corp'],
      },
    })
  })
}
