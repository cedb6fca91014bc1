import type { FilterError, FilterPlace } from './filter-node.ts'

export type FilterTokenKind = 'word' | 'string' | 'regex' | 'number' | 'operator' | '(' | ')' | ',' | '..' | 'end'

export interface FilterToken extends FilterPlace {
  readonly kind: FilterTokenKind
  /** Without quotes and slashes. */
  readonly text: string
}

const operator = /^(?:!=|<=|>=|=|<|>|~)/
/** With its unit, whether that is one or not: what reads numbers says so. */
const number = /^-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?)[a-zµ%]*$/i
const separateUnit = /^ +(?:ns|us|µs|ms|s|min|h|B|KB|MB|GB|KiB|MiB|GiB)(?![\w.])/i
const word = /^(?:(?!\.\.)[^\s()",=<>!~])+/
/** `/…/` and then nothing that continues a word: a path such as /orders/4711 is none. */
const regex = /^\/((?:[^/\\]|\\.)+)\/(?=$|[\s),])/

/** Parts of a filter in their order, the last one `end`; where a text never ends, what is wrong. */
export function filterTokens(text: string): readonly FilterToken[] | FilterError {
  const tokens: FilterToken[] = []
  let at = 0
  while (true) {
    while (/\s/.test(text[at] ?? '')) at++
    if (at >= text.length) {
      tokens.push({ kind: 'end', text: '', at: text.length, length: 0 })
      return tokens
    }
    const token = tokenAt(text, at)
    if ('message' in token) return token
    tokens.push(token)
    at += token.length
  }
}

function tokenAt(text: string, at: number): FilterToken | FilterError {
  const rest = text.slice(at)
  const sign = rest[0]!
  const token = (kind: FilterTokenKind, length: number, inner = rest.slice(0, length)): FilterToken => ({
    kind,
    text: inner,
    at,
    length,
  })
  if (sign === '(' || sign === ')' || sign === ',') return token(sign, 1)
  if (rest.startsWith('..')) return token('..', 2)
  if (sign === '"') return quoted(rest, at)
  const compared = operator.exec(rest)
  if (compared !== null) return token('operator', compared[0].length)
  if (sign === '!') return { message: '“!” stands before “=”; to turn a condition round, write “not”.', at, length: 1 }
  const expression = regex.exec(rest)
  if (expression !== null) return token('regex', expression[0].length, expression[1])
  const length = word.exec(rest)?.[0].length ?? 1
  if (!number.test(rest.slice(0, length))) return token('word', length)
  return token('number', length + (separateUnit.exec(rest.slice(length))?.[0].length ?? 0))
}

function quoted(rest: string, at: number): FilterToken | FilterError {
  let text = ''
  for (let index = 1; index < rest.length; index++) {
    const sign = rest[index]!
    if (sign === '"') return { kind: 'string', text, at, length: index + 1 }
    if (sign === '\\' && (rest[index + 1] === '"' || rest[index + 1] === '\\')) index++
    text += rest[index]!
  }
  return { message: 'This text has no closing quotation mark.', at, length: rest.length }
}
