import fs from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { DoneFile, Fired, RuleProblem } from '../../../shared/model/rules.ts'
import type { Rule } from '../../../shared/rules/rule.ts'
import { diskRoom } from '../recordings/recording-files.ts'
import { nameOfProblem } from './kept-place.ts'
import type { ArmedRule } from './watched-process.ts'

export interface RuleRoomOptions {
  readonly journal: () => readonly Fired[]
  /** Files of a rule can't be written, for another reason than before; null: they can again. */
  readonly onFilesProblem: (rule: Rule, problem: RuleProblem | null) => void
}

/** Whether there is room for the files of a rule, on the disk and within its own limit, and whether they could be written. */
export class RuleRoom {
  readonly #options: RuleRoomOptions
  /** By rule: why its files could not be written the last time. */
  readonly #problems = new Map<string, string>()

  constructor(options: RuleRoomOptions) {
    this.#options = options
  }

  /** Asked when its turn comes: what ran before may have filled the disk. Null: there is room, or none is needed. */
  async refusal(armed: ArmedRule, folder: string | null): Promise<'disk' | 'size' | null> {
    const { id, rule } = armed
    if (!rule.actions.some(writesFiles)) return null
    const room = folder === null ? null : await diskRoom(folder)
    if (folder !== null && room !== null && room.freeBytes < rule.limits.leastFreeBytes) {
      this.#note(armed, { kind: 'disk-low', folder })
      return 'disk'
    }
    const files = this.#options
      .journal()
      .filter(({ ruleId }) => ruleId === id)
      .flatMap(({ actions }) => actions.flatMap((action) => action.files))
    const sizes = await Promise.all(files.map(({ path: file }) => sizeOf(file)))
    return sizes.reduce((sum, size) => sum + size, 0) >= rule.limits.mostBytes ? 'size' : null
  }

  /** What an action of the rule has come to. */
  noteDone(armed: ArmedRule, action: Rule['actions'][number], done: Result<readonly DoneFile[], AppError>): void {
    if (!writesFiles(action)) return
    if (done.ok && done.value.length > 0) this.#note(armed, null)
    else if (!done.ok && done.error.kind === 'io') this.#note(armed, { kind: 'failed', error: done.error })
  }

  #note({ id, rule }: ArmedRule, problem: RuleProblem | null): void {
    const name = problem === null ? undefined : nameOfProblem(problem)
    if (this.#problems.get(id) === name) return
    if (name === undefined) this.#problems.delete(id)
    else this.#problems.set(id, name)
    this.#options.onFilesProblem(rule, problem)
  }
}

function writesFiles({ kind }: Rule['actions'][number]): boolean {
  return kind !== 'notify' && kind !== 'program'
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await fs.promises.stat(file)).size
  } catch {
    // ENOENT: removed by the person, which makes room.
    return 0
  }
}
