import type { AppError } from '../../shared/base/errors.ts'
import { DiagnosticsError } from '../../shared/base/errors.ts'
import type {
  Bridge,
  ChannelName,
  OpenStream,
  Reply,
  Request,
  StreamName,
  Streams,
} from '../../shared/contract/index.ts'
import { defaultSettings, type Settings } from '../../shared/model/settings.ts'
import { testFacts } from './test-facts.ts'

/** Answers of a test: a value, or a throw of `DiagnosticsError` for an expected failure. Channels left out are `not-found`. */
export type FakeHandlers = {
  readonly [Name in ChannelName]?: (request: Request<Name>) => Reply<Name> | Promise<Reply<Name>>
}

export interface FakeStream<Name extends StreamName> {
  readonly parameter: string | null
  /** Delivers as main would, whatever the credit. */
  send(message: Streams[Name]): void
  /** What main does when the page does not keep up. */
  end(): void
  /** Credit granted so far, less messages sent. */
  readonly credits: number
  readonly isClosed: boolean
}

/** Stands where preload puts the real bridge. Remembers what was asked; streams are driven by the test. */
export class FakeBridge implements Bridge {
  readonly calls: { readonly channel: ChannelName; readonly request: unknown }[] = []
  settings: Settings = { ...defaultSettings }
  readonly #handlers: FakeHandlers
  readonly #streams: { readonly name: StreamName; readonly stream: FakeStream<StreamName> }[] = []
  readonly #refused = new Map<StreamName, AppError>()

  constructor(handlers: FakeHandlers = {}) {
    this.#handlers = handlers
  }

  async invoke(channel: ChannelName, request: unknown) {
    this.calls.push({ channel, request })
    const handler = (this.#handlers[channel] ?? this.#defaults[channel]) as ((request: unknown) => unknown) | undefined
    if (!handler) return failure({ kind: 'not-found', what: channel })
    try {
      return { ok: true as const, value: await handler(request) }
    } catch (thrown) {
      if (thrown instanceof DiagnosticsError) return failure(thrown.error)
      throw thrown
    }
  }

  async openStream({ stream, parameter, nonce }: OpenStream) {
    const refused = this.#refused.get(stream)
    if (refused) return failure(refused)
    const port = new FakePort()
    this.#streams.push({ name: stream, stream: port.asStream(parameter) })
    const event = new MessageEvent('message', { data: { kind: 'pipescope-port', nonce } })
    // Neither can be given to the constructor in every test environment.
    Object.defineProperty(event, 'source', { value: window })
    Object.defineProperty(event, 'ports', { value: [port] })
    window.dispatchEvent(event)
    return { ok: true as const, value: null }
  }

  pathOfFile(file: unknown): string {
    return `/dropped/${(file as File).name}`
  }

  refuseStream(name: StreamName, error: AppError): void {
    this.#refused.set(name, error)
  }

  /** The newest open stream of that name (and parameter). Throws when the page has none. */
  stream<Name extends StreamName>(name: Name, parameter?: string): FakeStream<Name> {
    const found = this.#streams.findLast(
      (entry) =>
        entry.name === name &&
        !entry.stream.isClosed &&
        (parameter === undefined || entry.stream.parameter === parameter),
    )
    if (!found) throw new Error(`the page has not opened ${name}`)
    return found.stream
  }

  requestsOf<Name extends ChannelName>(channel: Name): readonly Request<Name>[] {
    return this.calls.filter((call) => call.channel === channel).map((call) => call.request as Request<Name>)
  }

  readonly #defaults: FakeHandlers = {
    'app.facts': () => testFacts,
    'settings.get': () => this.settings,
    'settings.update': (patch) => {
      Object.assign(this.settings, patch)
      return this.settings
    },
    'log.write': () => null,
    'window.setTitleBar': () => null,
    'clipboard.writeText': () => null,
  }
}

/** Puts a fake in place of preload's bridge and returns it. */
export function installFakeBridge(handlers: FakeHandlers = {}): FakeBridge {
  const bridge = new FakeBridge(handlers)
  Object.defineProperty(window, 'bridge', { value: bridge, configurable: true, writable: true })
  return bridge
}

function failure(error: AppError) {
  return { ok: false as const, error }
}

/** The page's end of a port, as far as the bridge uses it. */
class FakePort {
  #credits = 0
  #isClosed = false
  readonly #listeners = new Map<string, (event: unknown) => void>()

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.set(type, listener)
  }

  start(): void {
    // Messages of a fake are delivered at once.
  }

  postMessage(message: { readonly credit: number }): void {
    this.#credits += message.credit
  }

  close(): void {
    this.#isClosed = true
  }

  asStream(parameter: string | null): FakeStream<StreamName> {
    const credits = () => this.#credits
    const isClosed = () => this.#isClosed
    return {
      parameter,
      send: (data) => {
        this.#credits -= 1
        this.#listeners.get('message')?.({ data })
      },
      end: () => {
        this.#isClosed = true
        this.#listeners.get('close')?.({})
      },
      get credits() {
        return credits()
      },
      get isClosed() {
        return isClosed()
      },
    }
  }
}
