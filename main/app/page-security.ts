import type { App, Session, WebContents } from 'electron'
import { crashPageUrl } from './crash-page.ts'
import { isTrustedUrl, type TrustedOrigin } from '../ipc/sender.ts'

/** Told what was refused; the reason is a stable word, the detail has no query and no path. */
export type OnRefused = (
  what: 'permission' | 'navigation' | 'window' | 'webview' | 'download' | 'network',
  detail: string,
) => void

/** The page asks for nothing, so nothing is granted. Writing the clipboard goes through a channel of ours. */
export function refusePermissions(session: Session, onRefused: OnRefused): void {
  session.setPermissionRequestHandler((_contents, permission, callback) => {
    onRefused('permission', permission)
    callback(false)
  })
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler(null)
}

/** A page saves through a channel of ours, which asks the person where to. */
export function refuseDownloads(session: Session, onRefused: OnRefused): void {
  session.on('will-download', (event) => {
    onRefused('download', 'download')
    event.preventDefault()
  })
}

/**
 * The second line behind the content security policy: what is not `app://` never leaves this session, whoever asks. The app
 * has no use for a network; it talks to processes through sockets of main.
 */
export function refuseNetwork(session: Session, onRefused: OnRefused): void {
  const urls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*']
  session.webRequest.onBeforeRequest({ urls }, (details, callback) => {
    onRefused('network', originOf(details.url))
    callback({ cancel: true })
  })
}

export interface NavigationPolicy {
  readonly trusted: TrustedOrigin
  /** Development only: a page of ours never navigates, except back from the page that a crash left behind. */
  readonly isReloadAllowed: boolean
}

/** Applies to every web contents that is ever made, also ones a later fault might make. */
export function guardContents(app: App, policy: NavigationPolicy, onRefused: OnRefused): void {
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, policy, onRefused)
    // The second line behind `webrtc 'block'`: there is no proxy, so nothing is sent.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(({ url }) => {
      onRefused('window', originOf(url))
      return { action: 'deny' }
    })
    contents.on('will-attach-webview', (event) => {
      onRefused('webview', 'webview')
      event.preventDefault()
    })
  })
}

function guardNavigation(contents: WebContents, policy: NavigationPolicy, onRefused: OnRefused): void {
  const { trusted } = policy
  contents.on('will-frame-navigate', (details) => {
    const isOurs = details.isMainFrame && isTrustedUrl(details.url, trusted)
    if (isOurs && (policy.isReloadAllowed || contents.getURL() === crashPageUrl)) return
    onRefused('navigation', originOf(details.url))
    details.preventDefault()
  })
  contents.on('will-redirect', (details) => {
    if (isTrustedUrl(details.url, trusted)) return
    onRefused('navigation', originOf(details.url))
    details.preventDefault()
  })
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : 'unreadable address'
}
