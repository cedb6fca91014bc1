import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'
import type { FindingLink } from '../../shared/model/trace/trace-findings.ts'
import { isTypingStroke, matchesKeys, parseKeys, type KeyPressed } from './keys.ts'

/** A thing the person can do: listed in the palette and the shortcut sheet, run by its keys, a menu or a button. */
export interface Command {
  /** `area.verb`; several open documents may register the same id, `when` tells which one is meant. */
  readonly id: string
  readonly title: string
  /** Heading in palette and shortcut sheet. */
  readonly group: string
  /** First one is shown; all work. */
  readonly keys?: readonly string[]
  /** Not offered and not run while false. Asked each time, so it must be cheap. */
  readonly when?: () => boolean
  /** Works by key only (cursor keys and the like); shown in the sheet, not in the palette. */
  readonly isKeyOnly?: boolean
  readonly run: () => void
}

/**
 * What some commands take; they are run by other screens, never by palette or key. All others take nothing: they read from the state
 * what they are about.
 */
export interface CommandArguments {
  /** A path that the person has chosen before: a file that was listed, recorded or open. */
  readonly 'files.openPath': {
    readonly path: string
    /** `trace`: as what it holds; `events`: as a trace, also where it holds only a heap walk. */
    readonly as: 'trace' | 'events' | 'live' | 'heap'
    /** Of a trace: where in it. */
    readonly rows?: FindingLink
  }
  /** Opens a recording, null: asks which, as what the document of another one is compared with. */
  readonly 'heaps.compare': { readonly path: string; readonly against: readonly string[] }
  readonly 'files.compare': { readonly path: string | null; readonly documentId: string }
  /** Opens the record sheet with a question chosen, of the process of that name or of one that the person chooses. */
  readonly 'record.question': { readonly presetId: string; readonly processName: string | null }
}
type ArgumentId = keyof CommandArguments

/** Holds what can be done now. One instance lives as long as the page; tests make their own. */
export class CommandRegistry {
  readonly #commands = new Set<Command>()
  readonly #withArguments: { [Id in ArgumentId]?: (given: CommandArguments[Id]) => void } = {}
  readonly #listeners = new Set<() => void>()
  #revision = 0
  #recent: readonly string[] = []

  get revision(): number {
    return this.#revision
  }

  /** Ids, newest first, at most eight. */
  get recentIds(): readonly string[] {
    return this.#recent
  }

  register(command: Command): Disposable {
    this.#commands.add(command)
    this.#changed()
    return toDisposable(() => {
      this.#commands.delete(command)
      this.#changed()
    })
  }

  /** What can be done now, in the order of registration. */
  available(): readonly Command[] {
    return [...this.#commands].filter((command) => command.when?.() ?? true)
  }

  all(): readonly Command[] {
    return [...this.#commands]
  }

  /** True when a command of that id could be run now, and was. */
  run(id: string): boolean {
    const command = this.available().findLast((candidate) => candidate.id === id)
    if (!command) return false
    this.#recent = [id, ...this.#recent.filter((other) => other !== id)].slice(0, 8)
    command.run()
    return true
  }

  /** For a command that takes something. */
  registerWith<Id extends ArgumentId>(id: Id, run: (given: CommandArguments[Id]) => void): Disposable {
    const runs: { [Name in Id]?: (given: CommandArguments[Name]) => void } = this.#withArguments
    runs[id] = run
    return toDisposable(() => {
      delete runs[id]
    })
  }

  /** False while nobody does it. */
  runWith<Id extends ArgumentId>(id: Id, given: CommandArguments[Id]): boolean {
    const runs: { [Name in Id]?: (given: CommandArguments[Name]) => void } = this.#withArguments
    runs[id]?.(given)
    return runs[id] !== undefined
  }

  /** The command a key press means; the one registered last wins, so a screen may override the shell. */
  findByKey(event: KeyPressed, options: { readonly isMac: boolean; readonly isTyping: boolean }): Command | null {
    for (const command of this.available().toReversed()) {
      for (const keys of command.keys ?? []) {
        const stroke = parseKeys(keys)
        if (options.isTyping && isTypingStroke(stroke)) continue
        if (matchesKeys(stroke, event, options.isMac)) return command
      }
    }
    return null
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(): void {
    this.#revision += 1
    for (const listener of this.#listeners) listener()
  }
}

export const commands = new CommandRegistry()
