import { MessageChannelMain, type IpcMain, type IpcMainInvokeEvent, type MessagePortMain } from 'electron'
import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { releaseBuffer } from '../../shared/base/release-buffer.ts'
import type { StreamSink, StreamSource } from '../../shared/base/stream-sink.ts'
import {
  openStreamChannel,
  openStreamSchema,
  streamPortChannel,
  type OpenStream,
  type StreamName,
} from '../../shared/contract/index.ts'
import type { QueueReport } from '../../shared/model/app.ts'
import { answer } from './answer.ts'
import { identifySender, type SenderOptions } from './handler-registry.ts'
import type { PageHandle } from './request-context.ts'
import { StreamQueue } from './stream-queue.ts'

/** A page has a handful of streams (rows, messages, one per live view); more than this is a fault of the page. */
const maxStreamsPerPage = 64

/**
 * Opens streams for pages. Life of one stream:
 *
 *   page asks with a nonce -> source opened -> port posted to preload -> page takes it, grants credit -> messages ...
 *   ends (once) by: port closed by the page | page gone (its handle disposes) | queue overflow | source's own disposal
 */
export class StreamPorts {
  readonly #sources: Readonly<Record<StreamName, StreamSource>>
  readonly #open = new Set<OpenedStream>()

  constructor(sources: Readonly<Record<StreamName, StreamSource>>) {
    this.#sources = sources
  }

  register(ipcMain: IpcMain, options: SenderOptions): Disposable {
    ipcMain.handle(openStreamChannel, async (event: IpcMainInvokeEvent, request: unknown) => {
      const checked = identifySender(event, openStreamChannel, options)
      if ('refusal' in checked) return checked.refusal
      return answer(
        openStreamChannel,
        openStreamSchema,
        request,
        (parsed) => this.#start(parsed, checked.page),
        options.reportBug,
      )
    })
    return toDisposable(() => ipcMain.removeHandler(openStreamChannel))
  }

  reports(): readonly QueueReport[] {
    return [...this.#open].map((stream) => stream.report())
  }

  #start(request: OpenStream, page: PageHandle): Result<null, AppError> {
    const openedByPage = [...this.#open].filter((stream) => stream.pageId === page.id).length
    if (openedByPage >= maxStreamsPerPage) {
      return err({ kind: 'invalid-request', what: request.stream, detail: 'too many open streams' })
    }
    const { port1, port2 } = new MessageChannelMain()
    const stream = new OpenedStream(request, page, port1, () => {
      this.#open.delete(stream)
      page.disown(stream)
    })
    this.#open.add(stream)
    // Disposes it at once when the page has gone.
    page.own(stream)
    const opened = this.#sources[request.stream].open(request.parameter, stream.sink, { windowId: page.window.id })
    if (!opened.ok) {
      stream.dispose()
      port2.close()
      return opened
    }
    stream.attach(opened.value)
    page.window.webContents.postMessage(streamPortChannel, request.nonce, [port2])
    return ok(null)
  }
}

class OpenedStream implements Disposable {
  readonly pageId: number
  readonly sink: StreamSink
  readonly #port: MessagePortMain
  readonly #queue: StreamQueue
  readonly #listeners = new Set<() => void>()
  readonly #onEnded: () => void
  #source: Disposable | null = null
  #isEnded = false

  constructor(request: OpenStream, page: PageHandle, port: MessagePortMain, onEnded: () => void) {
    this.pageId = page.id
    this.#port = port
    this.#onEnded = onEnded
    this.#queue = new StreamQueue({
      name: request.parameter === null ? request.stream : `${request.stream} ${request.parameter}`,
      owner: `window ${page.window.id}`,
      deliver(message) {
        port.postMessage(message)
        // A port of main copies what it sends; the frame was ours alone.
        if (message instanceof ArrayBuffer) releaseBuffer(message)
      },
      onOverflow: () => this.dispose(),
    })
    this.sink = this.#createSink()
    port.on('message', (event) => this.#onCredit(event.data))
    port.on('close', () => this.dispose())
    port.start()
  }

  /** The source's end. One that overflowed while it opened is closed at once. */
  attach(source: Disposable): void {
    if (this.#isEnded) source.dispose()
    else this.#source = source
  }

  report(): QueueReport {
    return this.#queue.report()
  }

  dispose(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#source?.dispose()
    this.#listeners.clear()
    this.#port.close()
    this.#onEnded()
  }

  #createSink(): StreamSink {
    const queue = this.#queue
    const listeners = this.#listeners
    const isEnded = () => this.#isEnded
    return {
      post(message, coalesceKey) {
        if (!isEnded()) queue.post(message, coalesceKey ?? null)
      },
      postFrame: (frame) => !isEnded() && queue.postFrame(frame),
      get credits() {
        return isEnded() ? 0 : queue.credits
      },
      onCredit(listener) {
        listeners.add(listener)
        return toDisposable(() => listeners.delete(listener))
      },
    }
  }

  #onCredit(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('credit' in message)) return
    if (typeof message.credit !== 'number' || this.#isEnded) return
    this.#queue.grant(message.credit)
    for (const listener of this.#listeners) listener()
  }
}
