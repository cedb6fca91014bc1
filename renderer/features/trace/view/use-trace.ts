import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import type { Reply } from '../../../../shared/contract/index.ts'
import { background, invoke, invokeOutcome } from '../../../bridge/bridge.ts'
import { useNewest } from '../../../ui/use-newest.ts'
import { fetchedWords, lacksSymbols } from '../trace-words.ts'

export interface Reading {
  readonly summary: TraceSummary | null
  readonly error: AppError | null
  /** 0 to 1 while it is read. */
  readonly progress: number
  /** The file was cut off before its symbols: they are asked of the process. */
  readonly isFetching: boolean
  /** What became of that. */
  readonly symbolsText: string | null
  /** Grows whenever the same question may have another answer. */
  readonly revision: number
  /** Null: the file has its end. */
  readonly growing: GrowingFile | null
}

/** A file that is being written. */
export interface GrowingFile {
  /** The job that writes it; null: it has just ended. */
  readonly jobId: string | null
  /** Time of the newest event, ms since the sync point. */
  readonly lastMs: number
  /** It is all there, and so much of it is read, 0 to 1. Null: it is being written. */
  readonly readShare: number | null
  readonly readBytes: number
  /** Of what comes in a second pass of a large file, 0 to 1; null: it is as far as the rest. */
  readonly detailShare: number | null
  /** All of it is read; what is shown is still about a part, until that is answered anew. */
  readonly isOver: boolean
}

const nothingRead: Reading = {
  summary: null,
  error: null,
  progress: 0,
  isFetching: false,
  symbolsText: null,
  revision: 0,
  growing: null,
}

const everyMs = 250
/** A large file is read further as soon as what is asked about a part of it is answered. */
const everyMsOfReading = 50

type OnRead = (summary: TraceSummary) => void

/**
 * The document from its reading to its end: what is in it, and, while it is being written, what is new in it. It is closed with the page. `onRead`: is told
 * what is in a file that is read at once, before anything is drawn of it.
 */
export function useTrace(documentId: string, onRead: OnRead): Reading {
  const [reading, setReading] = useState<Reading>(nothingRead)
  const newest = useNewest(onRead)
  useEffect(() => {
    const following = new Following(
      documentId,
      (part) => setReading((current) => ({ ...current, ...part })),
      (summary) => newest()(summary),
    )
    background(following.read(), 'traces.summary', (error) => following.fail(error))
    return () => following.close()
  }, [documentId, newest])
  return reading
}

class Following {
  readonly #documentId: string
  readonly #onChange: (part: Partial<Reading>) => void
  readonly #onRead: OnRead
  #isOpen = true
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(documentId: string, onChange: (part: Partial<Reading>) => void, onRead: OnRead) {
    this.#documentId = documentId
    this.#onChange = onChange
    this.#onRead = onRead
  }

  async read(): Promise<void> {
    const documentId = this.#documentId
    const progress = setInterval(() => this.#askProgress(), everyMs)
    try {
      const [progressNow, summary] = await Promise.all([
        invoke('traces.progress', { documentId }),
        summaryOf(documentId),
      ])
      if (!progressNow.isGrowing) return await this.#readAtOnce(summary)
      // Symbols of a recording that goes on come beside it, and at its end.
      this.#take({ summary, growing: growingFile({ ...progressNow, jobId: null, lastMs: 0 }) })
    } finally {
      clearInterval(progress)
    }
    await this.#follow()
  }

  /** Tables of payloads may be counted a moment after the rest; whatever is asked about them waits for that. */
  async #readAtOnce(early: TraceSummary): Promise<void> {
    const documentId = this.#documentId
    const read = await withSymbols(documentId, early, () => this.#take({ isFetching: true }))
    if (this.#isOpen) this.#onRead(read.summary)
    this.#take(read)
    const isCounted = Object.values(read.summary.rowCounts).every((count) => count !== null)
    if (!isCounted) this.#take({ summary: await summaryOf(documentId, true) })
  }

  fail(error: AppError): void {
    this.#take({ error })
  }

  close(): void {
    this.#isOpen = false
    clearTimeout(this.#timer)
    background(invoke('traces.close', { documentId: this.#documentId }), 'traces.close')
  }

  #take(part: Partial<Reading>): void {
    if (this.#isOpen) this.#onChange(part)
  }

  #askProgress(): void {
    background(
      invoke('traces.progress', { documentId: this.#documentId }).then(({ readBytes, totalBytes }) =>
        this.#take({ progress: totalBytes === 0 ? 0 : readBytes / totalBytes }),
      ),
      'traces.progress',
    )
  }

  /** What was answered before has other names. */
  async #fetchSymbols(revision: number): Promise<void> {
    const documentId = this.#documentId
    this.#take({ ...(await withSymbols(documentId, await summaryOf(documentId), () => undefined)), revision })
  }

  /** One look after the other: a page that is slow looks less often. */
  async #follow(): Promise<void> {
    const documentId = this.#documentId
    let shown = -1
    let wasReading = false
    while (this.#isOpen) {
      // oxlint-disable-next-line no-await-in-loop
      const progress = await invoke('traces.progress', { documentId })
      const { isGrowing, isReading, revision } = progress
      const growing = isGrowing ? growingFile(progress) : null
      wasReading ||= isReading
      if (isReading) this.#take({ growing })
      if (revision !== shown) {
        shown = revision
        // oxlint-disable-next-line no-await-in-loop
        const summary = await summaryOf(documentId)
        const isOver = wasReading && !isGrowing
        this.#take({
          summary,
          revision,
          growing: isOver ? { ...growingFile(progress), readShare: 1, isOver } : growing,
        })
        if (isOver) {
          // oxlint-disable-next-line no-await-in-loop
          await this.#untilAnswered()
          this.#take({ growing: null })
        }
        if (!isGrowing) return isOver && lacksSymbols(summary) ? this.#fetchSymbols(revision + 1) : undefined
      }
      // oxlint-disable-next-line no-await-in-loop
      await this.#pause(isReading ? everyMsOfReading : everyMs)
    }
  }

  /** The page has asked by the first look. */
  async #untilAnswered(): Promise<void> {
    for (let isAnswering = true; isAnswering && this.#isOpen;) {
      // oxlint-disable-next-line no-await-in-loop
      await this.#pause(everyMsOfReading)
      // oxlint-disable-next-line no-await-in-loop
      ;({ isAnswering } = await invoke('traces.progress', { documentId: this.#documentId }))
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => (this.#timer = setTimeout(resolve, ms)))
  }
}

function growingFile({
  jobId,
  lastMs,
  isReading,
  readBytes,
  detailBytes,
  totalBytes,
}: Reply<'traces.progress'>): GrowingFile {
  const shareOf = (bytes: number): number => bytes / Math.max(1, totalBytes)
  return {
    jobId,
    lastMs,
    readShare: isReading ? shareOf(readBytes) : null,
    readBytes,
    detailShare: isReading && detailBytes < readBytes ? shareOf(detailBytes) : null,
    isOver: false,
  }
}

function summaryOf(documentId: string, isWhole = false): Promise<TraceSummary> {
  return invoke('traces.summary', { documentId, isWhole })
}

/** The summary, or another one if symbols could be fetched that it lacks. */
async function withSymbols(documentId: string, summary: TraceSummary, onFetching: () => void) {
  if (!lacksSymbols(summary)) return { summary }
  onFetching()
  // The file is shown whatever becomes of its symbols.
  const asked = await invokeOutcome('traces.fetchSymbols', { documentId })
  const outcome = asked.ok ? asked.value : 'failed'
  const now = outcome === 'fetched' ? await summaryOf(documentId) : summary
  return { summary: now, symbolsText: fetchedWords(outcome, summary.names, now.names) }
}
