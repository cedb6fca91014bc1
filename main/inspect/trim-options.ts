import { expressionFault } from '../../shared/filter/is-expression.ts'
import {
  maxExpressionChars,
  maxExpressions,
  type RedactionChoice,
  type RedactionRule,
  redactionRules,
} from '../../shared/model/trace/trace-trim.ts'
import type { TrimOrder } from '../analysis/trim/trim-trace.ts'

/** What `--trim` and the options beside it ask for. */
export interface TrimOptions {
  readonly to: string
  readonly order: TrimOrder
}

export const trimArguments = {
  trim: { type: 'string' },
  'from-ms': { type: 'string' },
  'to-ms': { type: 'string' },
  threads: { type: 'string' },
  providers: { type: 'string' },
  redact: { type: 'string' },
  'redact-regex': { type: 'string', multiple: true },
} as const

type Given = {
  readonly [Name in Exclude<keyof typeof trimArguments, 'redact-regex'>]?: string | undefined
} & { readonly 'redact-regex'?: readonly string[] | undefined }

/** Throws a sentence for people. */
export function trimOptionsOf(given: Given): TrimOptions | null {
  const { trim, 'from-ms': from, 'to-ms': to, threads, providers } = given
  if (trim === undefined) {
    const names = Object.keys(trimArguments) as (keyof Given)[]
    const alone = names.find((name) => given[name] !== undefined)
    if (alone !== undefined) throw new Error(`--${alone} needs --trim.`)
    return null
  }
  const fromMs = timeOf('--from-ms', from) ?? Number.NEGATIVE_INFINITY
  const toMs = timeOf('--to-ms', to) ?? Number.POSITIVE_INFINITY
  if (fromMs > toMs) throw new Error('--from-ms must not be later than --to-ms.')
  return {
    to: trim,
    order: {
      selection: {
        range: from === undefined && to === undefined ? null : { fromMs, toMs },
        threads: listOf(threads)?.map(threadOf) ?? null,
        providers: listOf(providers),
      },
      redaction: redactionOf(given),
    },
  }
}

function timeOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^-?[0-9]{1,12}(\.[0-9]{1,6})?$/.test(text)) throw new Error(`${option} needs a number, not "${text}".`)
  return Number(text)
}

function threadOf(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new Error(`--threads needs ids of threads, not "${text}".`)
  return Number(text)
}

function listOf(text: string | undefined): readonly string[] | null {
  return text === undefined ? null : text.split(',').filter((item) => item !== '')
}

function redactionOf({ redact, 'redact-regex': expressions = [] }: Given): RedactionChoice | null {
  if (redact === undefined && expressions.length === 0) return null
  if (expressions.length > maxExpressions) throw new Error(`--redact-regex can be given ${maxExpressions} times.`)
  for (const source of expressions) checkExpression(source)
  const names = listOf(redact) ?? []
  return { rules: names.includes('all') ? redactionRules : names.map(ruleOf), expressions }
}

function ruleOf(name: string): RedactionRule {
  const found = redactionRules.find((rule) => rule === name)
  if (found === undefined) throw new Error(`--redact takes all, ${redactionRules.join(', ')}, not "${name}".`)
  return found
}

function checkExpression(source: string): void {
  if (source === '' || source.length > maxExpressionChars)
    throw new Error(`--redact-regex needs 1 to ${maxExpressionChars} characters.`)
  const fault = expressionFault(source)
  if (fault !== null) throw new Error(`--redact-regex: ${fault}`)
}
