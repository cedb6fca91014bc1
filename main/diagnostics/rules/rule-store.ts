import * as v from 'valibot'
import { firedSchema, keptRuleSchema, type Fired, type KeptRule } from '../../../shared/model/rules.ts'
import { restoredFiring, type Clocks, type Firing, recentFirings } from '../../../shared/rules/rule-limits.ts'
import type { Rule } from '../../../shared/rules/rule.ts'
import type { ApplicationKey } from '../../storage/application-key.ts'
import { JsonFile, parsedBy } from '../../storage/json-file.ts'

const storeVersion = 1
/** Lines of the journal; the oldest go. */
export const mostJournalLines = 400
export const mostRules = 100
/** A journal changes many times while a rule acts: written at most this often. */
const writeEveryMs = 1000

const firingSchema = v.object({ ruleId: v.string(), application: v.string(), atMs: v.number() })
const fileSchema = v.object({
  version: v.literal(storeVersion),
  rules: v.array(keptRuleSchema),
  firings: v.array(firingSchema),
  journal: v.array(firedSchema),
  isKeptInBackground: v.boolean(),
})
type Content = v.InferOutput<typeof fileSchema>
const empty: Content = { version: storeVersion, rules: [], firings: [], journal: [], isKeptInBackground: false }

export interface RuleStoreOptions {
  readonly path: string
  readonly clocks: () => Clocks
  readonly applicationKey: ApplicationKey
}

/** Rules, what they did, and how often they may still. On disk after each change, bounded. */
export class RuleStore {
  readonly #file: JsonFile<Content>
  readonly #clocks: () => Clocks
  readonly #keyOf: ApplicationKey
  readonly #firings = new Map<string, readonly Firing[]>()
  #rules: readonly KeptRule[]
  #journal: readonly Fired[]
  #isKeptInBackground: boolean
  #timer: NodeJS.Timeout | null = null

  constructor({ path, clocks, applicationKey }: RuleStoreOptions) {
    this.#clocks = clocks
    this.#keyOf = applicationKey
    const { nowMs } = clocks()
    this.#file = new JsonFile({ path, defaults: empty, parse: parsedBy(fileSchema), now: () => clocks().nowMs })
    const { rules, firings, journal, isKeptInBackground } = this.#file.read().value
    this.#isKeptInBackground = isKeptInBackground
    this.#rules = rules.map((kept) => this.#checked(kept, nowMs))
    // What was being done when our process ended was not ended by anybody.
    this.#journal = journal.map((line) => (line.outcome === 'running' ? { ...line, outcome: 'interrupted' } : line))
    for (const { ruleId, application, atMs } of firings) {
      const key = `${ruleId}\n${application}`
      this.#firings.set(key, [...(this.#firings.get(key) ?? []), restoredFiring(atMs, nowMs)])
    }
  }

  get rules(): readonly KeptRule[] {
    return this.#rules
  }

  /** Newest first. */
  get journal(): readonly Fired[] {
    return this.#journal
  }

  get isKeptInBackground(): boolean {
    return this.#isKeptInBackground
  }

  keepInBackground(isKept: boolean): void {
    this.#isKeptInBackground = isKept
    this.#write()
  }

  ruleOf(id: string): KeptRule | null {
    return this.#rules.find((kept) => kept.id === id) ?? null
  }

  put(kept: Omit<KeptRule, 'seal'>): void {
    const sealed = { ...kept, seal: kept.isArmed ? this.#sealOf(kept.rule) : '' }
    const isKnown = this.ruleOf(kept.id) !== null
    this.#rules = isKnown
      ? this.#rules.map((known) => (known.id === kept.id ? sealed : known))
      : [...this.#rules, sealed]
    this.#write()
  }

  remove(id: string): void {
    this.#rules = this.#rules.filter((kept) => kept.id !== id)
    this.#write()
  }

  firingsOf(ruleId: string, application: string): readonly Firing[] {
    return this.#firings.get(this.#firingKey(ruleId, application)) ?? []
  }

  /** For the application with the most of them. */
  mostFiringsOf(ruleId: string): readonly Firing[] {
    const clocks = this.#clocks()
    const all = [...this.#firings].filter(([key]) => key.startsWith(`${ruleId}\n`))
    return all.map(([, firings]) => recentFirings(firings, clocks)).reduce((a, b) => (b.length > a.length ? b : a), [])
  }

  noteFiring(ruleId: string, application: string): void {
    const key = this.#firingKey(ruleId, application)
    const { nowMs: atMs, ticksMs } = this.#clocks()
    const recent = recentFirings(this.#firings.get(key) ?? [], this.#clocks())
    this.#firings.set(key, [...recent, { atMs, ticksMs }])
    this.#write()
  }

  /** The last firing for this application did not happen, and its line goes. */
  takeBack(ruleId: string, application: string, lineId: string): void {
    const key = this.#firingKey(ruleId, application)
    this.#firings.set(key, (this.#firings.get(key) ?? []).slice(0, -1))
    this.#journal = this.#journal.filter(({ id }) => id !== lineId)
    this.#write()
  }

  /** Adds a line, or replaces the one of the same id. */
  note(line: Fired): void {
    const isKnown = this.#journal.some(({ id }) => id === line.id)
    this.#journal = isKnown
      ? this.#journal.map((known) => (known.id === line.id ? line : known))
      : [line, ...this.#journal].slice(0, mostJournalLines)
    this.#write()
  }

  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    void this.#file.write(this.#content())
    await this.#file.flush()
  }

  #checked(kept: KeptRule, nowMs: number): KeptRule {
    if (!kept.isArmed || kept.seal === this.#sealOf(kept.rule)) return kept
    return { ...kept, isArmed: false, seal: '', off: { reason: 'changed-on-disk', detail: '', atMs: nowMs } }
  }

  #sealOf(rule: Rule): string {
    return this.#keyOf(`rule\n${JSON.stringify(rule)}`)
  }

  #firingKey(ruleId: string, application: string): string {
    return `${ruleId}\n${this.#keyOf(application)}`
  }

  #write(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      // A failed write is kept as `lastError` by the file and tried again with the next change.
      void this.#file.write(this.#content())
    }, writeEveryMs)
  }

  #content(): Content {
    const clocks = this.#clocks()
    const firings = [...this.#firings].flatMap(([key, list]) => {
      const at = key.indexOf('\n')
      const [ruleId, application] = [key.slice(0, at), key.slice(at + 1)]
      if (this.ruleOf(ruleId) === null) return []
      return recentFirings(list, clocks).map(({ atMs }) => ({ ruleId, application, atMs }))
    })
    return {
      version: storeVersion,
      rules: [...this.#rules],
      firings,
      journal: [...this.#journal],
      isKeptInBackground: this.#isKeptInBackground,
    }
  }
}
