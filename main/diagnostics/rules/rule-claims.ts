import type { KeptRule } from '../../../shared/model/rules.ts'
import type { ApplicationKey } from '../../storage/application-key.ts'
import { RuleClaim, type RuleHolder } from './rule-claim.ts'

interface Claimed {
  readonly rule: KeptRule['rule']
  readonly claim: RuleClaim
}

/**
 * Which armed rules are ours to act on. Instances that share a user folder are one (main/app/single-instance.ts); a copy of the folder has the same rules, armed,
 * and would capture everything twice. An edited rule is another one.
 */
export class RuleClaims {
  readonly #applicationKey: ApplicationKey
  readonly #claims = new Map<string, Claimed>()
  #onChange: () => void = () => undefined
  #isEnded = false

  constructor(applicationKey: ApplicationKey) {
    this.#applicationKey = applicationKey
  }

  /** Never called from within `follow`. */
  onChange(listener: () => void): void {
    this.#onChange = listener
  }

  /** Asks for those that are armed, gives up the others. */
  follow(rules: readonly KeptRule[]): void {
    if (this.#isEnded) return
    const armed = new Map(rules.filter(({ isArmed }) => isArmed).map(({ id, rule }) => [id, rule]))
    for (const [id, { rule, claim }] of this.#claims) {
      if (armed.get(id) === rule) continue
      claim.end()
      this.#claims.delete(id)
    }
    for (const [id, rule] of armed) {
      if (this.#claims.has(id)) continue
      const claim = new RuleClaim({
        rule: `${id}\n${JSON.stringify(rule)}`,
        applicationKey: this.#applicationKey,
        onChange: () => this.#onChange(),
      })
      this.#claims.set(id, { rule, claim })
    }
  }

  isOurs(id: string): boolean {
    return this.#claims.get(id)?.claim.isOurs === true
  }

  holderOf(id: string): RuleHolder | null {
    return this.#claims.get(id)?.claim.holder ?? null
  }

  end(): void {
    this.follow([])
    this.#isEnded = true
  }
}
