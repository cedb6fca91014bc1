import { useEffect } from 'react'
import type { Reply, Request } from '../../../../shared/contract/index.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import type { TraceTarget } from '../../../store/navigation-slice.ts'
import { selectionAtFirst } from '../view/selection-at-first.ts'
import { flameQuestion, wholeFlame } from './flame-question.ts'

type FlameRequest = Request<'traces.flame'>
type FlameReply = Reply<'traces.flame'>

interface Asked {
  readonly documentId: string
  readonly key: string
  readonly reply: Promise<FlameReply>
}

/** Of as many the graph is made while the page draws its screen; that of more would keep the overview waiting. */
const mostSamples = 200_000

/**
 * The first flame graph of the newest document, asked for as soon as it is known what is in the file: its thread has nothing to do while the page draws
 * the screen. Only where somebody has looked at a flame graph in this window, because they will again, and because its width was seen then.
 */
export class EarlyFlame {
  #widthPx = 0
  #asked: Asked | null = null

  ask(target: Pick<TraceTarget, 'documentId' | 'link'>, summary: TraceSummary): void {
    const { documentId, link } = target
    const sampleCount = Object.values(summary.samples).reduce((sum, count) => sum + count, 0)
    if (this.#widthPx === 0 || sampleCount === 0 || sampleCount > mostSamples) return
    const question = flameQuestion(selectionAtFirst(target, summary), wholeFlame, this.#widthPx, link?.search ?? '')
    const request = { documentId, question }
    const asked = { documentId, key: JSON.stringify(request), reply: invoke('traces.flame', request) }
    this.#asked = asked
    // Who takes it says so.
    background(asked.reply, 'traces.flame', () => this.#drop(asked))
  }

  /** The answer to what a graph asks; null: it was asked for nothing, or something else. Afterwards there is none. */
  take(request: FlameRequest): Promise<FlameReply> | null {
    this.#widthPx = request.question.widthPx
    const asked = this.#asked
    if (asked?.documentId !== request.documentId) return null
    this.#asked = null
    return asked.key === JSON.stringify(request) ? asked.reply : null
  }

  forget(documentId: string): void {
    if (this.#asked?.documentId === documentId) this.#asked = null
  }

  #drop(asked: Asked): void {
    if (this.#asked === asked) this.#asked = null
  }
}

export const earlyFlame = new EarlyFlame()

/** For whoever has just learned what is in a file that is read to its end. */
export function useEarlyFlame(target: TraceTarget): (summary: TraceSummary) => void {
  const { documentId } = target
  useEffect(() => () => earlyFlame.forget(documentId), [documentId])
  return (summary) => earlyFlame.ask(target, summary)
}
