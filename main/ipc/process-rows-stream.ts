import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'
import { ok } from '../../shared/base/result.ts'
import type { StreamSink, StreamSource } from '../../shared/base/stream-sink.ts'
import type { ProcessMessage, ProcessRow } from '../../shared/model/process.ts'

/** What this stream needs of the process directory (main/diagnostics/processes). */
export interface RowsSource {
  rows(): readonly ProcessRow[]
  /** The listener gets a snapshot at once. */
  subscribe(listener: (message: ProcessMessage) => void): Disposable
}

/**
 * The stream `processes.rows`. A page that is slow is not sent every change late: what it missed is replaced by one snapshot
 * as soon as it has credit again, and of the usage only the newest is kept.
 */
export class ProcessRowsStream implements StreamSource {
  readonly #source: RowsSource

  constructor(source: RowsSource) {
    this.#source = source
  }

  open(_parameter: string | null, sink: StreamSink): ReturnType<StreamSource['open']> {
    let isScanComplete = false
    let revision = 0
    let hasMissedRows = false
    const pass = (message: ProcessMessage) => {
      revision = message.revision
      if (message.kind === 'snapshot') isScanComplete = message.isScanComplete
      if (message.kind === 'usage') sink.post(message, 'usage')
      else if (sink.credits > 0) sink.post(message)
      else hasMissedRows = true
    }
    const catchUp = () => {
      if (!hasMissedRows || sink.credits === 0) return
      hasMissedRows = false
      sink.post({ kind: 'snapshot', revision, rows: this.#source.rows(), isScanComplete } satisfies ProcessMessage)
    }
    const listening = sink.onCredit(catchUp)
    const subscription = this.#source.subscribe(pass)
    return ok(
      toDisposable(() => {
        subscription.dispose()
        listening.dispose()
      }),
    )
  }
}
