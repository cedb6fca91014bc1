import * as v from 'valibot'
import type { KeptConsent } from '../../../shared/model/consent.ts'
import { JsonFile, parsedBy } from '../../storage/json-file.ts'

const schema = v.strictObject({
  version: v.literal(1),
  consents: v.array(
    v.strictObject({
      id: v.pipe(v.string(), v.maxLength(100)),
      kind: v.picklist(['program', 'perf-map', 'machine']),
      label: v.pipe(v.string(), v.maxLength(500)),
      givenMs: v.pipe(v.number(), v.finite()),
    }),
  ),
})
const maxConsents = 200

/**
 * What a person agreed to once and for all. Only main writes it, after a question of its own; the page can take entries away, never
 * add one. On disk the deed is a keyed hash: the file says neither command lines nor variables.
 */
export class KeptConsents {
  readonly #file: JsonFile<v.InferOutput<typeof schema>>
  readonly #nameOnDisk: (deed: string) => string
  readonly #now: () => number
  #consents: readonly KeptConsent[]

  constructor(filePath: string, nameOnDisk: (deed: string) => string, now: () => number) {
    this.#file = new JsonFile({
      path: filePath,
      defaults: { version: 1 as const, consents: [] },
      parse: parsedBy(schema),
      now,
    })
    this.#nameOnDisk = nameOnDisk
    this.#now = now
    this.#consents = this.#file.read().value.consents
  }

  list(): readonly KeptConsent[] {
    return this.#consents
  }

  has(deed: string): boolean {
    const id = this.#nameOnDisk(deed)
    return this.#consents.some((one) => one.id === id)
  }

  add(deed: string, kind: KeptConsent['kind'], label: string): void {
    const added = { id: this.#nameOnDisk(deed), kind, label, givenMs: this.#now() }
    this.#replace([...this.#consents.filter(({ id }) => id !== added.id), added].slice(-maxConsents))
  }

  /** Null takes all. */
  revoke(id: string | null): void {
    this.#replace(id === null ? [] : this.#consents.filter((one) => one.id !== id))
  }

  async flush(): Promise<void> {
    await this.#file.flush()
  }

  #replace(consents: readonly KeptConsent[]): void {
    this.#consents = consents
    void this.#file.write({ version: 1, consents: [...consents] })
  }
}
