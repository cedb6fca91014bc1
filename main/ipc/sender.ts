/** The part of Electron's WebFrameMain that tells who speaks. */
export interface SenderFrame {
  readonly url: string
  readonly parent: unknown
}

/** Where our own page comes from: `app://pipescope`, in development the dev server instead. */
export interface TrustedOrigin {
  readonly protocol: string
  readonly host: string
}

/**
 * True only for the top frame of a page of ours. Compared by protocol and host because URL gives custom schemes the
 * opaque origin `null`. A frame that has navigated away or is gone (null) is not trusted.
 */
export function isTrustedFrame(frame: SenderFrame | null, trusted: TrustedOrigin): boolean {
  if (frame === null || frame.parent !== null) return false
  return isTrustedUrl(frame.url, trusted)
}

export function isTrustedUrl(address: string, trusted: TrustedOrigin): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === trusted.protocol && url.host === trusted.host && url.username === '' && url.password === ''
}
