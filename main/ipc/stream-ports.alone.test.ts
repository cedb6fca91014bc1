import { EventEmitter } from 'node:events'
import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DisposableStore, toDisposable } from '../../shared/base/disposable.ts'
import { err, ok } from '../../shared/base/result.ts'
import type { StreamSink, StreamSource } from '../../shared/base/stream-sink.ts'
import type { PageHandle } from './request-context.ts'
import { StreamPorts } from './stream-ports.ts'

/** A port as main sees it; what main posts is kept, what the page would post is emitted. */
class FakePort extends EventEmitter {
  readonly posted: unknown[] = []
  isClosed = false
  postMessage(message: unknown): void {
    this.posted.push(message)
  }
  start(): void {}
  close(): void {
    this.isClosed = true
  }
  fromPage(data: unknown): void {
    this.emit('message', { data })
  }
}
const channels: { port1: FakePort; port2: FakePort }[] = []
vi.mock('electron', () => ({
  MessageChannelMain: class {
    readonly port1 = new FakePort()
    readonly port2 = new FakePort()
    constructor() {
      channels.push(this)
    }
  },
}))

class Source implements StreamSource {
  sink: StreamSink | null = null
  parameter: string | null = null
  disposedCount = 0
  open(parameter: string | null, sink: StreamSink): ReturnType<StreamSource['open']> {
    this.sink = sink
    this.parameter = parameter
    return ok(toDisposable(() => (this.disposedCount += 1)))
  }
}

function setUp(source: StreamSource) {
  const handlers: ((event: IpcMainInvokeEvent, request: unknown) => Promise<unknown>)[] = []
  const ipcMain = {
    handle: (_name: string, given: (typeof handlers)[number]) => handlers.push(given),
    removeHandler: () => {},
  }
  const owned = new DisposableStore()
  const ofPage = new Set<object>()
  const handedOver: unknown[][] = []
  const window = { id: 3, webContents: { postMessage: (...parts: unknown[]) => handedOver.push(parts) } }
  const page: PageHandle = {
    id: 1,
    window: window as unknown as BrowserWindow,
    own: (item) => {
      ofPage.add(item)
      return owned.add(item)
    },
    disown: (item) => void ofPage.delete(item),
    hasEnded: false,
    takeStart: () => ({ filePath: null, link: null, pids: [], isLive: false, isDemo: false }),
  }
  const ports = new StreamPorts({
    'app.messages': source,
    'processes.rows': source,
    'live.frames': source,
    'jobs.changes': source,
    'recordings.live': source,
    'shelf.changes': source,
    'ports.state': source,
    'rules.state': source,
    'machines.state': source,
    'cases.state': source,
  })
  ports.register(ipcMain as unknown as IpcMain, {
    trusted: { protocol: 'app:', host: 'pipescope' },
    pageOf: () => page,
    reportBug: () => 'ref',
    onRefused: () => {},
  })
  const open = (request: object, url = 'app://pipescope/index.html') =>
    handlers[0]?.({ senderFrame: { url, parent: null } } as unknown as IpcMainInvokeEvent, request)
  return { ports, open, owned, ofPage, handedOver }
}
const nonce = '0123456789abcdef0123456789abcdef'
const request = { stream: 'live.frames', parameter: 'live-1', nonce }

beforeEach(() => {
  channels.length = 0
})

describe('opening a stream', () => {
  test('passes the other end of the port with the nonce of the page', async () => {
    const { open, handedOver } = setUp(new Source())
    expect(await open(request)).toEqual({ ok: true, value: null })
    expect(handedOver).toEqual([['pipescope:stream-port', nonce, [channels[0]?.port2]]])
  })

  test('sends nothing before the page has granted credit', async () => {
    const source = new Source()
    const { open } = setUp(source)
    await open(request)
    source.sink?.post({ kind: 'status' })
    expect(channels[0]?.port1.posted).toEqual([])
    channels[0]?.port1.fromPage({ credit: 2 })
    expect(channels[0]?.port1.posted).toEqual([{ kind: 'status' }])
    expect(source.sink?.credits).toBe(1)
  })

  test('notifies the source of new credit', async () => {
    const source = new Source()
    const { open } = setUp(source)
    await open(request)
    let tellings = 0
    const listening = source.sink?.onCredit(() => (tellings += 1))
    channels[0]?.port1.fromPage({ credit: 1 })
    listening?.dispose()
    channels[0]?.port1.fromPage({ credit: 1 })
    expect(tellings).toBe(1)
  })

  test.each([null, 'credit', { credit: 'many' }, { credits: 4 }, [1]])('ignores %j on the port', async (message) => {
    const source = new Source()
    const { open } = setUp(source)
    await open(request)
    channels[0]?.port1.fromPage(message)
    expect(source.sink?.credits).toBe(0)
  })

  test('ends once when the page closes the port, and when the page itself goes', async () => {
    const source = new Source()
    const { open, owned, ofPage, ports } = setUp(source)
    await open(request)
    expect([ports.reports().length, ofPage.size]).toEqual([1, 1])
    channels[0]?.port1.emit('close')
    // Nothing of it is kept for as long as the page lives.
    expect(ofPage.size).toBe(0)
    owned.dispose()
    expect(source.disposedCount).toBe(1)
    expect(ports.reports()).toEqual([])
    source.sink?.post({ late: true })
    expect(source.sink?.postFrame(new ArrayBuffer(1))).toBe(false)
  })

  test('passes on why a source cannot be opened and leaves no port behind', async () => {
    const gone = { kind: 'not-found', what: 'live-1' } as const
    const { open, handedOver, ofPage, ports } = setUp({ open: () => err(gone) })
    expect(await open(request)).toEqual({ ok: false, error: gone })
    expect(channels[0]?.port1.isClosed && channels[0].port2.isClosed).toBe(true)
    expect([handedOver, ofPage.size, ports.reports()]).toEqual([[], 0, []])
  })

  test.each([
    { ...request, nonce: 'short' },
    { ...request, stream: 'other' },
    { ...request, extra: 1 },
    { stream: 'live.frames', nonce },
  ])('refuses %j', async (bad) => {
    const { open } = setUp(new Source())
    expect(await open(bad)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  })

  test('refuses a foreign frame before it looks at the request', async () => {
    const source = new Source()
    const { open } = setUp(source)
    expect(await open(request, 'https://example.org/')).toMatchObject({ ok: false, error: { what: 'sender' } })
    expect(source.sink).toBeNull()
  })

  test('rejects a page that keeps opening streams', async () => {
    const { open } = setUp(new Source())
    for (let n = 0; n < 64; n++) await open(request)
    expect(await open(request)).toMatchObject({ ok: false, error: { detail: 'too many open streams' } })
  })
})
