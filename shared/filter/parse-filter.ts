import { RE2JS } from 're2js'
import {
  type FilterError,
  type FilterField,
  type FilterNode,
  type FilterNumber,
  type FilterOperator,
  type FilterPlace,
  type FilterRange,
  type FilterValue,
  filterOperators,
  isEventField,
  type ParsedFilter,
} from './filter-node.ts'
import { fieldTimeUnit, filterNumber, unitNames } from './filter-number.ts'
import { type FilterToken, filterTokens } from './filter-tokens.ts'

/** Nobody nests deeper by hand; the reader calls itself. */
const deepestNesting = 50

/**
 * The filter of events: `event in (Contention, WaitHandleWait) and DurationNs >= 5 ms or not text ~ /timeout|refused/`. Words on their own look for
 * names; two conditions side by side must both hold; `and` binds closer than `or`. docs/formats/event-filter.md describes it.
 */
export function parseFilter(text: string): ParsedFilter {
  const tokens = filterTokens(text)
  if ('message' in tokens) return { ok: false, error: tokens }
  const [first] = tokens
  if (first?.kind === 'end') return { ok: true, node: null }
  try {
    return { ok: true, node: new Reader(tokens).filter() }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, error: error.refusal }
    throw error
  }
}

class Refused extends Error {
  readonly refusal: FilterError
  constructor(message: string, { at, length }: FilterPlace) {
    super(message)
    this.refusal = { message, at, length }
  }
}

class Reader {
  readonly #tokens: readonly FilterToken[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly FilterToken[]) {
    this.#tokens = tokens
  }

  filter(): FilterNode {
    const node = this.#or()
    const { kind } = this.#next()
    if (kind === ')') throw new Refused('This bracket was never opened.', this.#next())
    if (kind !== 'end') throw new Refused(`${shown(this.#next())} can’t stand here.`, this.#next())
    return node
  }

  #next(): FilterToken {
    return this.#tokens[this.#at]!
  }

  #take(): FilterToken {
    return this.#tokens[this.#at++]!
  }

  #isWord(text: string, token = this.#next()): boolean {
    return token.kind === 'word' && token.text.toLowerCase() === text
  }

  #or(): FilterNode {
    const parts = [this.#and()]
    while (this.#isWord('or')) {
      this.#take()
      parts.push(this.#and())
    }
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts }
  }

  #and(): FilterNode {
    const parts = [this.#not()]
    while (true) {
      if (this.#isWord('and')) this.#take()
      else if (!['word', 'string', 'regex', 'number', '('].includes(this.#next().kind) || this.#isWord('or')) break
      parts.push(this.#not())
    }
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts }
  }

  #not(): FilterNode {
    if (!this.#isWord('not')) return this.#primary()
    return this.#nested(() => {
      this.#take()
      return { kind: 'not', part: this.#not() }
    })
  }

  #primary(): FilterNode {
    const token = this.#next()
    if (token.kind === '(')
      return this.#nested(() => {
        this.#take()
        const inner = this.#or()
        if (this.#next().kind !== ')') throw new Refused('This bracket is never closed.', token)
        this.#take()
        return inner
      })
    if (this.#isWord('and') || this.#isWord('or'))
      throw new Refused(`“${token.text}” needs a condition before it.`, token)
    if (token.kind === 'regex') {
      this.#take()
      return { kind: 'compare', field: { name: 'text', at: token.at, length: 0 }, operator: '~', value: regexOf(token) }
    }
    if (token.kind !== 'word' && token.kind !== 'string' && token.kind !== 'number')
      throw new Refused(
        token.kind === 'end' ? 'A condition is missing here.' : `${shown(token)} can’t stand here.`,
        token,
      )
    this.#take()
    return token.kind === 'word' ? this.#condition(token) : { kind: 'word', text: token.text.toLowerCase() }
  }

  #condition(token: FilterToken): FilterNode {
    const field: FilterField = { name: token.text, at: token.at, length: token.length }
    if (this.#isWord('in')) return this.#among(field)
    const operator = this.#operator()
    if (operator === null) return { kind: 'word', text: token.text.toLowerCase() }
    const valueToken = this.#next()
    const value = this.#value()
    checkOperator(operator, value, valueToken)
    if (value.kind === 'number') checkUnit(field, value, valueToken)
    return { kind: 'compare', field, operator, value }
  }

  #operator(): FilterOperator | null {
    const { kind, text } = this.#next()
    const known = filterOperators.find((operator) => operator === text.toLowerCase())
    if (known === undefined || (kind !== 'operator' && kind !== 'word')) return null
    this.#take()
    return known
  }

  #among(field: FilterField): FilterNode {
    this.#take()
    if (this.#next().kind !== '(') return { kind: 'in', field, values: [this.#valueOrRange(field)] }
    const opened = this.#take()
    const values = [this.#valueOrRange(field)]
    while (this.#next().kind === ',') {
      this.#take()
      values.push(this.#valueOrRange(field))
    }
    if (this.#next().kind !== ')')
      throw new Refused('This bracket is never closed; values are parted by commas.', opened)
    this.#take()
    return { kind: 'in', field, values }
  }

  #valueOrRange(field: FilterField): FilterValue | FilterRange {
    const token = this.#next()
    const from = this.#value()
    if (this.#next().kind !== '..') {
      if (from.kind === 'number') checkUnit(field, from, token)
      return from
    }
    this.#take()
    const last = this.#next()
    const to = this.#value()
    if (from.kind !== 'number' || to.kind !== 'number')
      throw new Refused('A range is of two numbers, such as 5 ms..20 ms.', from.kind === 'number' ? last : token)
    const first = withUnitOf(from, to)
    checkUnit(field, first, token)
    checkUnit(field, to, last)
    return { kind: 'range', from: first, to }
  }

  #value(): FilterValue {
    const token = this.#next()
    const { kind, text } = token
    if (!['string', 'word', 'regex', 'number'].includes(kind)) throw new Refused('A value is missing here.', token)
    this.#take()
    if (kind === 'regex') return regexOf(token)
    if (kind !== 'number') return { kind: 'string', text }
    const number = filterNumber(text)
    if (number === null) throw new Refused(`“${text}” has no unit that is known: ${unitNames.join(', ')}.`, token)
    return number
  }

  #nested(read: () => FilterNode): FilterNode {
    this.#depth++
    if (this.#depth > deepestNesting) throw new Refused('Too many brackets inside of each other.', this.#next())
    const node = read()
    this.#depth--
    return node
  }
}

/** `1..5 ms` is of milliseconds. */
function withUnitOf(from: FilterNumber, to: FilterNumber): FilterNumber {
  if (from.unit !== null || to.unit === null) return from
  return filterNumber(`${from.text}${to.text.replace(/^-?[\d.]+\s*/, '')}`) ?? from
}

function regexOf({ text, at, length }: FilterToken): FilterValue {
  try {
    RE2JS.compile(text, RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '').replace('`(?i)', '`') : ''
    throw new Refused(`This regular expression can’t be read: ${why}.`, { at, length })
  }
  return { kind: 'regex', source: text }
}

function checkOperator(operator: FilterOperator, value: FilterValue, place: FilterPlace): void {
  if (operator === '~' && value.kind !== 'regex')
    throw new Refused('After “~” comes a regular expression in slashes, such as /time.*out/.', place)
  if (operator !== '~' && value.kind === 'regex') throw new Refused('A regular expression comes after “~”.', place)
  if (['<', '<=', '>', '>='].includes(operator) && value.kind !== 'number')
    throw new Refused(`After “${operator}” comes a number.`, place)
}

function checkUnit({ name }: FilterField, { unit }: FilterNumber, place: FilterPlace): void {
  const field = name.toLowerCase()
  if (field === 'time') {
    if (unit !== 'time') throw new Refused('A time has a unit, such as 12.5 s or 300 ms.', place)
    return
  }
  if (unit === null) return
  if (isEventField(field)) throw new Refused(`“${field}” has no unit.`, place)
  if (unit === 'time' && fieldTimeUnit(name) === null)
    throw new Refused(
      `The name of “${name}” doesn’t say in what it counts time. Write the number without a unit.`,
      place,
    )
}

function shown({ kind, text }: FilterToken): string {
  return kind === 'regex' ? `“/${text}/”` : `“${text}”`
}
