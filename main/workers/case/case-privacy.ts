import { splitCommandLine } from '../../../shared/base/command-secrets.ts'
import type { RedactionCount } from '../../../shared/case/case-document.ts'
import { type PrivacyPart, privacyParts } from '../../../shared/case/privacy.ts'
import type { RedactionChoice, RedactionRule } from '../../../shared/model/trace/trace-trim.ts'
import { Masks } from '../../analysis/trim/redaction/masks.ts'
import { Redactor } from '../../analysis/trim/redaction/redactor.ts'
import { keyedNames } from './case-masks.ts'

const always: readonly RedactionRule[] = ['connection-strings', 'secrets', 'environment']
const ofParts: Readonly<Record<PrivacyPart, readonly RedactionRule[]>> = {
  traces: ['url-queries', 'sql-literals'],
  hosts: ['ip-addresses'],
  users: ['emails'],
  paths: ['user-folders'],
}
/** Words that tear ordinary text apart, or that say nothing about anybody. */
const plainWords = new Set(['root', 'localhost', 'admin', 'user', 'app', 'www-data'])
const owner = { provider: '', event: '', field: '' }

/** A name that is replaced wherever it stands. */
export interface PrivateWord {
  readonly rule: 'host' | 'user' | 'home-folder'
  readonly word: string
}
const partOfWord = { host: 'hosts', user: 'users', 'home-folder': 'paths' } as const

/** Fields of our own files that hold nothing else, however short it is. */
const wholeFields: Readonly<Record<string, PrivateWord['rule']>> = { hostName: 'host', userName: 'user' }
const versionField = /version$/i

/** What a thread needs to mask texts of a case as others do. */
export interface PrivacyChoice {
  /** Of the case; equal texts have equal masks under it. */
  readonly key: string
  readonly parts: readonly PrivacyPart[]
  readonly words: readonly PrivateWord[]
}

/** Masks the texts of one case: equal texts have equal masks, in all its files, and the key is thrown away with it. */
export class CasePrivacy {
  readonly #key: string
  readonly #parts: ReadonlySet<PrivacyPart>
  readonly #redactor: Redactor
  readonly #masks: Masks
  readonly #words: readonly PrivateWord[]
  readonly #others: RedactionCount[] = []

  constructor({ key, parts, words }: PrivacyChoice) {
    this.#key = key
    this.#parts = new Set(parts)
    const names = keyedNames(key)
    this.#masks = new Masks(names)
    const rules = [...always, ...parts.flatMap((part) => ofParts[part])]
    // Longer ones first: a home folder holds the name of its user.
    this.#words = words
      .filter(({ rule, word }) => this.#parts.has(partOfWord[rule]) && tellsSomething(word))
      .toSorted((a, b) => b.word.length - a.word.length)
    this.#redactor = new Redactor({ rules, expressions: [], words: this.#words }, names)
  }

  get key(): string {
    return this.#key
  }

  get parts(): readonly PrivacyPart[] {
    return privacyParts.filter((part) => this.#parts.has(part))
  }

  /** For strings in traces; null: they are handed over as recorded. */
  get traceChoice(): RedactionChoice | null {
    if (!this.#parts.has('traces')) return null
    const rules = new Set<RedactionRule>([...always, 'command-line'])
    for (const part of this.#parts) for (const rule of ofParts[part]) rules.add(rule)
    return { rules: [...rules], expressions: [], words: this.#words }
  }

  text(text: string): string {
    return this.#redactor.text(owner, text)
  }

  /** The mask of one text, counted. */
  mask(rule: string, secret: string): string {
    this.#masks.count(rule, owner, 1)
    return this.#masks.of(rule, secret)
  }

  /** A text that is nothing else, however short. */
  whole(part: 'hosts' | 'users', text: string): string {
    return this.#parts.has(part) && text !== '' ? this.mask(part === 'hosts' ? 'host' : 'user', text) : text
  }

  commandLine(line: string): string {
    const pieces = splitCommandLine(line).map(({ text, isSecret }) =>
      isSecret ? this.mask('command-line', text) : text,
    )
    return this.text(pieces.join(''))
  }

  /** Every text in a value of JSON, names of fields aside. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.value(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#field(name, item)]))
  }

  #field(name: string, value: unknown): unknown {
    // Four numbers with points between them are an address anywhere else.
    if (typeof value !== 'string' || versionField.test(name))
      return typeof value === 'string' ? value : this.value(value)
    const rule = wholeFields[name]
    const isWhole = rule !== undefined && this.#parts.has(partOfWord[rule]) && value !== ''
    return isWhole ? this.mask(rule, value) : this.text(value)
  }

  /** What was masked in a trace, or by another thread. */
  add(counts: readonly RedactionCount[]): void {
    this.#others.push(...counts)
  }

  counts(): readonly RedactionCount[] {
    const sums = new Map<string, RedactionCount>()
    const all = [...this.#masks.report().rules, ...this.#redactor.report.rules, ...this.#others]
    for (const { rule, count, distinctCount } of all) {
      const sum = sums.get(rule)
      sums.set(rule, {
        rule,
        count: count + (sum?.count ?? 0),
        distinctCount: Math.max(distinctCount, sum?.distinctCount ?? 0),
      })
    }
    return [...sums.values()].sort((a, b) => b.count - a.count)
  }
}

function tellsSomething(word: string): boolean {
  return word.length >= 3 && !plainWords.has(word.toLowerCase())
}
