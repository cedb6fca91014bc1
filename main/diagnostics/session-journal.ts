import { readTextIfThere, writeFileAtomically } from '../os/atomic-file.ts'

/** Version of the journal's file. */
const journalVersion = 1
/** Endpoints remembered from earlier runs, newest last. */
const maxLeftovers = 500

/**
 * Endpoints in which sessions of ours are open, on disk: what is in the file at start-up was left behind by a run that could not
 * stop its sessions. A socket's path carries pid and start time, so it names one start of one process. Ids are not kept: they are
 * reused addresses and must never be stopped by a later run.
 */
export class SessionJournal {
  readonly #path: string | null
  /** With whether one of the sessions may be quiet: those that write now and then have ended by themselves. */
  readonly #leftovers: Map<string, { readonly isQuiet: boolean }>
  readonly #open = new Map<string, number>()
  /** How many of the open ones are quiet. */
  readonly #quiet = new Map<string, number>()

  constructor(path: string | null) {
    this.#path = path
    this.#leftovers = path === null ? new Map() : parse(readTextIfThere(path))
  }

  /** What an earlier run may have left in this target; null: nothing. */
  leftover(endpointPath: string): { readonly isQuiet: boolean } | null {
    return this.#leftovers.get(endpointPath) ?? null
  }

  /** Nothing of an earlier run is there any more. */
  forget(endpointPath: string): void {
    if (this.#leftovers.delete(endpointPath)) this.#write()
  }

  /** A session of this run is in a target that cannot be reached now. */
  leaveBehind(endpointPath: string, isQuiet: boolean): void {
    const before = this.#leftovers.get(endpointPath)
    this.#leftovers.set(endpointPath, { isQuiet: isQuiet || before?.isQuiet === true })
    this.remove(endpointPath, isQuiet)
    this.#write()
  }

  add(endpointPath: string, isQuiet: boolean): void {
    const isFirst = changeCount(this.#open, endpointPath, 1) === 1
    const isFirstQuiet = isQuiet && changeCount(this.#quiet, endpointPath, 1) === 1
    if (isFirst || isFirstQuiet) this.#write()
  }

  /** With what was said when it was added. */
  remove(endpointPath: string, isQuiet: boolean): void {
    const wasLast = changeCount(this.#open, endpointPath, -1) === 0
    const wasLastQuiet = isQuiet && changeCount(this.#quiet, endpointPath, -1) === 0
    if (wasLast || wasLastQuiet) this.#write()
  }

  #write(): void {
    if (this.#path === null) return
    const endpoints = [...this.#leftovers.keys(), ...this.#open.keys()].slice(-maxLeftovers)
    const quiet = endpoints.filter((path) => this.#quiet.has(path) || this.#leftovers.get(path)?.isQuiet === true)
    try {
      writeFileAtomically(this.#path, `${JSON.stringify({ version: journalVersion, endpoints, quiet })}\n`)
    } catch {
      // Disk full or folder gone: without the journal a later run does not heal, which is no reason to refuse a session.
    }
  }
}

function changeCount(counts: Map<string, number>, path: string, change: number): number {
  const count = (counts.get(path) ?? 0) + change
  if (count > 0) counts.set(path, count)
  else counts.delete(path)
  return count
}

function parse(text: string | null): Map<string, { readonly isQuiet: boolean }> {
  const leftovers = new Map<string, { readonly isQuiet: boolean }>()
  if (text === null) return leftovers
  try {
    const parsed = JSON.parse(text) as { version?: unknown; endpoints?: unknown; quiet?: unknown }
    if (parsed.version !== journalVersion || !Array.isArray(parsed.endpoints)) return leftovers
    const quiet: ReadonlySet<unknown> = new Set(Array.isArray(parsed.quiet) ? parsed.quiet : [])
    for (const path of parsed.endpoints) if (typeof path === 'string') leftovers.set(path, { isQuiet: quiet.has(path) })
  } catch {
    // A journal that is no JSON is worth nothing.
  }
  return leftovers
}
