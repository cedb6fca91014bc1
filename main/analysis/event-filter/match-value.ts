import { RE2JS } from 're2js'
import type { FilterNode, FilterRange, FilterValue } from '../../../shared/filter/filter-node.ts'
import { fieldTimeUnit } from '../../../shared/filter/filter-number.ts'

/** A value of an event, both ways; `number` is NaN where it is none. */
export interface ComparedValue {
  readonly text: string
  readonly number: number
}

export type ValuePattern = (value: ComparedValue) => boolean

type Condition = Extract<FilterNode, { kind: 'compare' | 'in' }>

const compiled = new WeakMap<Condition, ValuePattern>()

/** The condition on one value, compiled once. A time unit in it is taken for that of the field. */
export function patternOf(node: Condition): ValuePattern {
  let pattern = compiled.get(node)
  if (pattern === undefined) compiled.set(node, (pattern = compile(node)))
  return pattern
}

function compile(node: Condition): ValuePattern {
  const { name } = node.field
  const unitNs = name.toLowerCase() === 'time' ? 1 : (fieldTimeUnit(name) ?? 1)
  if (node.kind === 'in') {
    const patterns = node.values.map((value) => oneOf(value, unitNs))
    return (value) => patterns.some((matches) => matches(value))
  }
  const { operator, value } = node
  if (operator === '!=') {
    const isEqual = oneOf(value, unitNs)
    return (found) => !isEqual(found)
  }
  if (operator === '=' || operator === '~') return oneOf(value, unitNs)
  if (operator === 'contains') {
    const wanted = textOf(value).toLowerCase()
    return ({ text }) => text.toLowerCase().includes(wanted)
  }
  const limit = numberOf(value, unitNs)
  switch (operator) {
    case '<':
      return ({ number }) => number < limit
    case '<=':
      return ({ number }) => number <= limit
    case '>':
      return ({ number }) => number > limit
    case '>=':
      return ({ number }) => number >= limit
  }
}

export function matchesText(matches: ValuePattern, text: string): boolean {
  return matches({ text, number: Number.NaN })
}

function oneOf(value: FilterValue | FilterRange, unitNs: number): ValuePattern {
  switch (value.kind) {
    case 'range': {
      const from = numberOf(value.from, unitNs)
      const to = numberOf(value.to, unitNs)
      return ({ number }) => number >= from && number <= to
    }
    case 'regex': {
      // Linear in the text, whatever the expression: a backtracking engine could be kept busy for years by one event.
      const expression = RE2JS.compile(value.source, RE2JS.CASE_INSENSITIVE)
      return ({ text }) => expression.matcher(text).find()
    }
    case 'number': {
      const wanted = numberOf(value, unitNs)
      return ({ text, number }) => number === wanted || (Number.isNaN(number) && text === value.text)
    }
    case 'string': {
      const wanted = value.text.toLowerCase()
      return ({ text }) => text.toLowerCase() === wanted
    }
  }
}

/** In the unit of the field. */
function numberOf(value: FilterValue, unitNs: number): number {
  if (value.kind !== 'number') return Number.NaN
  return value.unit === 'time' ? value.value / unitNs : value.value
}

function textOf(value: FilterValue): string {
  return value.kind === 'regex' ? value.source : value.text
}
