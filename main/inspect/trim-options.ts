import type { TrimSelection } from '../analysis/trim/trim-filter.ts'

/** What `--trim` and the options beside it ask for. */
export interface TrimOptions {
  readonly to: string
  readonly selection: TrimSelection
}

export const trimArguments = {
  trim: { type: 'string' },
  'from-ms': { type: 'string' },
  'to-ms': { type: 'string' },
  threads: { type: 'string' },
  providers: { type: 'string' },
} as const

type Given = { readonly [Name in keyof typeof trimArguments]?: string | undefined }

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
    selection: {
      range: from === undefined && to === undefined ? null : { fromMs, toMs },
      threads: listOf(threads)?.map(threadOf) ?? null,
      providers: listOf(providers),
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
