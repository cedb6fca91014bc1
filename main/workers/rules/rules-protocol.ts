import type { CounterFile } from '../../analysis/imports/counter-file.ts'
import type { RuleCondition } from '../../../shared/rules/rule.ts'

/** Events of a condition that one piece of a stream held. */
export interface Hit {
  /** As the condition was numbered by whoever asked. */
  readonly condition: number
  /** Of the last one, Unix time. */
  readonly timeMs: number
  /** Of a GC pause: its milliseconds. */
  readonly count: number
  /** What the last one says: type and message, category and text. */
  readonly text: string
}

export interface EventCondition {
  readonly index: number
  readonly condition: Extract<RuleCondition, { kind: 'exception' | 'log' | 'event' | 'gc-pause' }>
}

export interface RulesQuestions {
  /** Every event of a file that fits; the first `maxHits` of them. */
  readonly scan: {
    readonly asks: { readonly path: string; readonly conditions: readonly EventCondition[]; readonly maxHits: number }
    readonly gets: { readonly hits: readonly Hit[]; readonly isCut: boolean }
  }
  /** A file of counter values that is no recording; null: it is none of those either. */
  readonly 'counter-file': {
    readonly asks: { readonly path: string }
    readonly gets: CounterFile | null
  }
}

/** Of a stream, in its order. */
export interface StreamPiece {
  readonly stream: number
  readonly bytes: ArrayBuffer
}

export type ToRulesWorker =
  | { readonly kind: 'begin'; readonly stream: number; readonly conditions: readonly EventCondition[] }
  /** Transferred. */
  | { readonly kind: 'pieces'; readonly pieces: readonly StreamPiece[] }
  | { readonly kind: 'end'; readonly stream: number }

export type FromRulesWorker =
  | { readonly kind: 'hits'; readonly stream: number; readonly hits: readonly Hit[] }
  /** Everything that had come was looked through. */
  | { readonly kind: 'ended'; readonly stream: number }

export interface RulesProtocol {
  readonly questions: RulesQuestions
  readonly toWorker: ToRulesWorker
  readonly fromWorker: FromRulesWorker
}
