import { readFileSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { wholeTrace } from '../../shared/model/trace/trace-selection.ts'
import { TraceDocumentEngine } from '../../main/workers/trace/trace-document-engine.ts'
import type { TraceProgress, TraceQuery } from '../../main/workers/trace/trace-document-protocol.ts'
import { pause } from '../../main/os/pause.ts'

export interface Followed {
  readonly events: number
  /** Of its own thread. */
  readonly cpuSeconds: number
  readonly seconds: number
  /** Times that everything was asked anew, as the page does whenever there is more. */
  readonly pictures: number
  readonly longestPictureMs: number
}

const selection = wholeTrace
/** What the page of a recording that runs asks: its head, the timeline and the tab that is shown. */
const questions: readonly TraceQuery[] = [
  { name: 'summary', request: { isWhole: false } },
  {
    name: 'timeline',
    request: {
      selection,
      range: null,
      binCount: 1200,
      threads: { order: 'busiest', search: '', pinned: [], offset: 0, count: 32 },
    },
  },
  { name: 'flame', request: { selection, stretch: { path: [], from: 0, to: 1 }, widthPx: 1400, search: '' } },
]
const everyMs = 250

/** Opens a recording that is being written as a document. After the message `end` nothing more will be written. */
export async function follow(path: string, port: MessagePort): Promise<Followed> {
  const before = threadSeconds()
  const startMs = performance.now()
  let progress: TraceProgress | null = null
  const engine = new TraceDocumentEngine({ path, isGrowing: true }, (next) => (progress = next))
  port.once('message', () => engine.finish())
  let shown = -1
  let pictures = 0
  let longestPictureMs = 0
  let events = 0
  for (;;) {
    const { revision = 0, isGrowing = true }: Partial<TraceProgress> = progress ?? {}
    if (revision !== shown) {
      shown = revision
      const askedMs = performance.now()
      // oxlint-disable no-await-in-loop -- one question after the other, as in the page
      for (const question of questions) {
        const answer = await engine.answer(question)
        if (answer.ok && question.name === 'summary')
          events = (answer.value as { readonly eventCount: number }).eventCount
      }
      pictures++
      longestPictureMs = Math.max(longestPictureMs, performance.now() - askedMs)
    }
    if (!isGrowing) break
    await pause(everyMs)
    // oxlint-enable no-await-in-loop
  }
  const seconds = (performance.now() - startMs) / 1000
  engine.close()
  return { events, cpuSeconds: threadSeconds() - before, seconds, pictures, longestPictureMs }
}

/** Linux: processor seconds of the calling thread. */
function threadSeconds(): number {
  const fields = readFileSync('/proc/thread-self/stat', 'latin1').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
