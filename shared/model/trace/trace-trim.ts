/** The part of a recording that is saved; null restricts nothing. Events that give names are kept in any case. */
export interface TrimSelection {
  /** Milliseconds since the session's sync point, both included. */
  readonly range: { readonly fromMs: number; readonly toMs: number } | null
  /** Ids of the operating system. */
  readonly threads: readonly number[] | null
  readonly providers: readonly string[] | null
}

export const everything: TrimSelection = { range: null, threads: null, providers: null }

/** Kinds of texts that can be masked, in the order in which they are looked for. */
export const redactionRules = [
  'command-line',
  'environment',
  'connection-strings',
  'url-queries',
  'secrets',
  'sql-literals',
  'emails',
  'user-folders',
  'ip-addresses',
] as const
export type RedactionRule = (typeof redactionRules)[number]

export interface RedactionChoice {
  readonly rules: readonly RedactionRule[]
  /** Regular expressions of RE2, at most `maxExpressions`. */
  readonly expressions: readonly string[]
  /** Names that are masked wherever they stand, each as `rule`; where one holds another, the longer one first. */
  readonly words?: readonly { readonly rule: string; readonly word: string }[]
}

export const maxExpressions = 20
export const maxExpressionChars = 1000

/** What was masked, without any of it. */
export interface RedactionReport {
  /** `own-1` and on are the person's expressions. */
  readonly rules: readonly { readonly rule: string; readonly count: number; readonly distinctCount: number }[]
  /** Ordered by count; the most frequent ones of very many. */
  readonly fields: readonly {
    readonly provider: string
    readonly event: string
    readonly field: string
    readonly rule: string
    readonly count: number
  }[]
  /** Bytes that nothing describes, or that are no text: overwritten with zeros. */
  readonly zeroed: readonly { readonly provider: string; readonly event: string; readonly count: number }[]
}

export interface TrimPreview {
  /** In the recording. */
  readonly eventCount: number
  /** Of the selection, without those that give names. */
  readonly selectedCount: number
  /** Kept whenever they were written. */
  readonly nameCount: number
  /** Lost by the runtime within the range: a reader of the part finds as many. */
  readonly lostCount: number
  /** Null: nothing was to be masked. */
  readonly redaction: RedactionReport | null
}

export interface SavedPart extends TrimPreview {
  readonly file: { readonly path: string; readonly sizeBytes: number; readonly eventCount: number }
}

export interface TrimProgress {
  readonly phase: 'writing' | 'checking'
  /** Of the recording while the part is written, of the part while it is checked. */
  readonly doneBytes: number
  readonly totalBytes: number
}
