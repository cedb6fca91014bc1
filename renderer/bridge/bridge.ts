import type { AppError } from '../../shared/base/errors.ts'
import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'
import { releaseBuffer } from '../../shared/base/release-buffer.ts'
import type {
  Bridge,
  ChannelName,
  CreditMessage,
  Outcome,
  PortHandover,
  Reply,
  Request,
  StreamName,
  Streams,
} from '../../shared/contract/index.ts'

declare global {
  interface Window {
    /** Put there by preload; nothing but this file touches it. */
    readonly bridge: Bridge
  }
}

/** An expected failure that crossed from main; `error` is what the wording table takes. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError'
  readonly error: AppError
  constructor(error: AppError) {
    super(error.kind)
    this.error = error
  }
}

/** What any thrown thing is to the person: an AppError as it is, everything else a bug of ours. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof BridgeError) return thrown.error
  return { kind: 'internal', reference: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown) }
}

/** Sends a request and gives its reply; expected failures are thrown as BridgeError. */
export async function invoke<Name extends ChannelName>(channel: Name, request: Request<Name>): Promise<Reply<Name>> {
  const outcome = await invokeOutcome(channel, request)
  if (!outcome.ok) throw new BridgeError(outcome.error)
  return outcome.value
}

/** As `invoke`, for callers that branch on the failure. */
export async function invokeOutcome<Name extends ChannelName>(
  channel: Name,
  request: Request<Name>,
): Promise<Outcome<Reply<Name>>> {
  // The contract types the reply; main has built it with the same type.
  return (await window.bridge.invoke(channel, request)) as Outcome<Reply<Name>>
}

export function pathOfFile(file: File): string {
  return window.bridge.pathOfFile(file)
}

export interface StreamHandlers<Message> {
  /** A stream begins with a whole state, also after main ended it because the page did not keep up. */
  readonly onMessage: (message: Message) => void
  /** The stream could not be opened; nothing follows. */
  readonly onError?: (error: AppError) => void
}

/** Messages main may send before the page has taken the first of them. */
const initialCredit = 8
const reopenDelayMs = 500

/**
 * Opens a stream: main sends at most as many messages as the page granted; one credit goes back after each message has
 * been taken in, so a page that is busy is not flooded. When main ends it the stream is opened again. Dispose closes
 * the port, which ends the stream in main.
 */
export function openStream<Name extends StreamName>(
  stream: Name,
  parameter: string | null,
  handlers: StreamHandlers<Streams[Name]>,
): Disposable {
  let timer: ReturnType<typeof setTimeout> | null = null
  let opened: Disposable | null = null
  const open = () => {
    opened = openOnce(stream, parameter, handlers, () => {
      timer = setTimeout(open, reopenDelayMs)
    })
  }
  open()
  return toDisposable(() => {
    if (timer !== null) clearTimeout(timer)
    opened?.dispose()
  })
}

function openOnce<Name extends StreamName>(
  stream: Name,
  parameter: string | null,
  handlers: StreamHandlers<Streams[Name]>,
  onEnd: () => void,
): Disposable {
  const nonce = makeNonce()
  let port: MessagePort | null = null
  let isOpen = true

  const grant = (credit: number) => {
    port?.postMessage({ credit } satisfies CreditMessage)
  }
  const receive = (event: MessageEvent) => {
    if (!isOpen) return
    try {
      handlers.onMessage(event.data as Streams[Name])
    } finally {
      // A message event keeps its data until the page's next large collection; there are twenty frames a second.
      if (event.data instanceof ArrayBuffer) releaseBuffer(event.data)
      grant(1)
    }
  }
  const takePort = (event: MessageEvent) => {
    if (event.source !== window || !isHandover(event.data, nonce)) return
    window.removeEventListener('message', takePort)
    const handed = event.ports[0]
    if (!handed) return
    if (!isOpen) {
      handed.close()
      return
    }
    port = handed
    port.addEventListener('message', receive)
    port.addEventListener('close', () => {
      if (isOpen) onEnd()
    })
    port.start()
    grant(initialCredit)
  }

  window.addEventListener('message', takePort)
  background(
    window.bridge.openStream({ stream, parameter, nonce }).then((outcome) => {
      if (outcome.ok) return
      window.removeEventListener('message', takePort)
      if (isOpen) handlers.onError?.(outcome.error)
    }),
    `open ${stream}`,
  )
  return toDisposable(() => {
    isOpen = false
    // Until the port has come the listener stays: a port nobody takes would keep the stream open in main.
    port?.close()
  })
}

function isHandover(message: unknown, nonce: string): boolean {
  const handover = message as Partial<PortHandover> | null
  return typeof handover === 'object' && handover?.kind === 'pipescope-port' && handover.nonce === nonce
}

function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Writes into the one log; never fails and is never waited for. */
export function logFromPage(
  level: Request<'log.write'>['level'],
  event: string,
  fields: Request<'log.write'>['fields'] = {},
): void {
  window.bridge.invoke('log.write', { level, event, fields }).catch(() => {
    // The log is gone only when main is; there is nobody left to tell.
  })
}

/**
 * The one way to start something without waiting for it: failures are logged under `label`; `onFailure` may show them.
 * Cancellation is silent, also when the person said no to a question of main's; `onCancelled` lets go of what waits.
 */
export function background(
  promise: Promise<unknown>,
  label: string,
  onFailure?: (error: AppError) => void,
  onCancelled?: () => void,
): void {
  promise.catch((thrown: unknown) => {
    const error = toAppError(thrown)
    if (error.kind === 'cancelled') return onCancelled?.()
    logFromPage('warn', 'page-action-failed', { label, kind: error.kind })
    onFailure?.(error)
  })
}
