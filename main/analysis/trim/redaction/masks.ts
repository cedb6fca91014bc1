import type { RedactionReport } from '../../../../shared/model/trace/trace-trim.ts'

/** Different secrets of one rule that are told apart; the masks of further ones have no number. */
const mostDistinct = 200_000
const mostFields = 10_000
const shownFields = 500
const isMask = /^‹[a-z-]+(?:-[\da-f]+)?›$/

const labels: Readonly<Record<string, string>> = {
  'command-line': 'command-line',
  environment: 'environment',
  'connection-strings': 'connection-string',
  'url-queries': 'query',
  secrets: 'secret',
  'sql-literals': 'literal',
  emails: 'email',
  'user-folders': 'user-folder',
  'ip-addresses': 'ip-address',
}

export interface TextOwner {
  readonly provider: string
  readonly event: string
  readonly field: string
}

/** What follows the rule in a mask: the same for the same secret. Lower-case hexadecimal digits. */
export type MaskName = (rule: string, secret: string) => string

/** What stands in place of secrets, the same for the same secret within one file, and how often. Numbered unless `nameOf` names them. */
export class Masks {
  readonly #nameOf: MaskName | null
  readonly #numbers = new Map<string, Map<string, number | string>>()
  readonly #ruleCounts = new Map<string, number>()
  readonly #fieldCounts = new Map<string, { owner: TextOwner; rule: string; count: number }>()
  readonly #zeroed = new Map<string, { provider: string; event: string; count: number }>()

  constructor(nameOf: MaskName | null = null) {
    this.#nameOf = nameOf
  }

  /** A mask keeps what is one already: masking a masked file changes nothing. */
  of(rule: string, secret: string): string {
    if (isMask.test(secret)) return secret
    const label = labels[rule] ?? rule
    let numbers = this.#numbers.get(rule)
    if (numbers === undefined) this.#numbers.set(rule, (numbers = new Map<string, number | string>()))
    let number = numbers.get(secret)
    if (number === undefined && numbers.size < mostDistinct)
      numbers.set(secret, (number = this.#nameOf?.(label, secret) ?? numbers.size + 1))
    return number === undefined ? `‹${label}›` : `‹${label}-${number}›`
  }

  count(rule: string, owner: TextOwner, count: number): void {
    this.#ruleCounts.set(rule, (this.#ruleCounts.get(rule) ?? 0) + count)
    const key = `${rule}\0${owner.provider}\0${owner.event}\0${owner.field}`
    const row = this.#fieldCounts.get(key)
    if (row !== undefined) row.count += count
    else if (this.#fieldCounts.size < mostFields) this.#fieldCounts.set(key, { owner, rule, count })
  }

  countZeroed({ provider, event }: Omit<TextOwner, 'field'>): void {
    const key = JSON.stringify([provider, event])
    const row = this.#zeroed.get(key) ?? { provider, event, count: 0 }
    row.count++
    if (this.#zeroed.size < mostFields) this.#zeroed.set(key, row)
  }

  report(): RedactionReport {
    const fields = [...this.#fieldCounts.values()].map(({ owner, rule, count }) => ({ ...owner, rule, count }))
    return {
      rules: [...this.#ruleCounts].map(([rule, count]) => ({
        rule,
        count,
        distinctCount: this.#numbers.get(rule)?.size ?? 0,
      })),
      fields: fields.sort((a, b) => b.count - a.count).slice(0, shownFields),
      zeroed: [...this.#zeroed.values()].sort((a, b) => b.count - a.count).slice(0, shownFields),
    }
  }
}
