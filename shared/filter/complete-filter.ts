import { eventFields, filterOperators } from './filter-node.ts'
import { type FilterToken, filterTokens } from './filter-tokens.ts'

/** Names that occur in a recording. */
export interface FilterWords {
  readonly providers: readonly string[]
  readonly events: readonly string[]
  readonly threads: readonly string[]
  /** Of payloads. */
  readonly fields: readonly string[]
}

export interface FilterCompletion {
  /** What the chosen item takes the place of. */
  readonly at: number
  readonly length: number
  readonly items: readonly FilterItem[]
}

export interface FilterItem {
  readonly text: string
  readonly kind: 'field' | 'operator' | 'value' | 'word'
}

const mostItems = 50

/** What can stand at the caret. */
export function completeFilter(text: string, caret: number, words: FilterWords): FilterCompletion {
  const tokens = filterTokens(text.slice(0, caret))
  const none = { at: caret, length: 0, items: [] }
  // Inside of a quoted text.
  if ('message' in tokens) return none
  const before = tokens.slice(0, -1)
  const last = before.at(-1)
  const isTyping =
    last !== undefined && last.at + last.length === caret && (last.kind === 'word' || last.kind === 'number')
  const typed = isTyping ? last.text : ''
  const done = isTyping ? before.slice(0, -1) : before
  const items = itemsAfter(done, words)
  return { at: caret - typed.length, length: typed.length, items: matching(items, typed) }
}

function itemsAfter(tokens: readonly FilterToken[], words: FilterWords): readonly FilterItem[] {
  const field = fieldOfValue(tokens)
  if (field !== null) return valuesOf(field, words).map((value) => ({ text: value, kind: 'value' }))
  const last = tokens.at(-1)
  const isStart = last === undefined || last.kind === '(' || isAny(last, ['and', 'or', 'not'])
  if (isStart) return startItems(words)
  const operators = [...filterOperators, 'in'].map((text): FilterItem => ({ text, kind: 'operator' }))
  const joins = ['and', 'or'].map((text): FilterItem => ({ text, kind: 'word' }))
  return last.kind === 'word' && fieldOfValue(tokens.slice(0, -1)) === null ? [...operators, ...joins] : joins
}

function startItems({ fields, events }: FilterWords): readonly FilterItem[] {
  return [
    ...[...eventFields, ...fields].map((text): FilterItem => ({ text, kind: 'field' })),
    { text: 'not', kind: 'word' },
    ...events.map((text): FilterItem => ({ text: written(text), kind: 'value' })),
  ]
}

/** The field whose value comes next; null where no value does. */
function fieldOfValue(tokens: readonly FilterToken[]): string | null {
  const last = tokens.at(-1)
  if (last === undefined) return null
  const asksValue = last.kind === 'operator' || isAny(last, ['contains', 'in'])
  if (asksValue) return tokens.at(-2)?.kind === 'word' ? tokens.at(-2)!.text : null
  if (last.kind !== '(' && last.kind !== ',') return null
  // Inside of `field in ( a, b`.
  for (let at = tokens.length - 1; at > 1; at--) {
    const { kind } = tokens[at]!
    if (kind === ')') return null
    if (kind === '(') return isAny(tokens[at - 1]!, ['in']) ? tokens[at - 2]!.text : null
  }
  return null
}

function valuesOf(field: string, { providers, events, threads }: FilterWords): readonly string[] {
  switch (field.toLowerCase()) {
    case 'provider':
      return providers.map(written)
    case 'event':
      return events.map(written)
    case 'thread':
      return threads
    default:
      return []
  }
}

function matching(items: readonly FilterItem[], typed: string): readonly FilterItem[] {
  const wanted = typed.toLowerCase()
  const hits = items.filter(({ text }) => text.toLowerCase().includes(wanted) && text !== typed)
  const begins = ({ text }: FilterItem): number => (text.toLowerCase().startsWith(wanted) ? 0 : 1)
  return hits.toSorted((a, b) => begins(a) - begins(b)).slice(0, mostItems)
}

/** In quotes where it is no single word. */
function written(text: string): string {
  const tokens = filterTokens(text)
  const isWord = !('message' in tokens) && tokens.length === 2 && tokens[0]!.kind === 'word'
  return isWord && !isAny(tokens[0]!, ['and', 'or', 'not', 'in', 'contains'])
    ? text
    : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

function isAny({ kind, text }: FilterToken, words: readonly string[]): boolean {
  return kind === 'word' && words.includes(text.toLowerCase())
}
