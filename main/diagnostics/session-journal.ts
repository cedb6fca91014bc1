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
  readonly #leftovers: Set<string>
  readonly #open = new Map<string, number>()

  constructor(path: string | null) {
    this.#path = path
    this.#leftovers = new Set(path === null ? [] : parse(readTextIfThere(path)))
  }

  /** True once for an endpoint that an earlier run may have left sessions in. */
  takeLeftover(endpointPath: string): boolean {
    const wasThere = this.#leftovers.delete(endpointPath)
    if (wasThere) this.#write()
    return wasThere
  }

  add(endpointPath: string): void {
    const count = this.#open.get(endpointPath) ?? 0
    this.#open.set(endpointPath, count + 1)
    if (count === 0) this.#write()
  }

  remove(endpointPath: string): void {
    const count = this.#open.get(endpointPath) ?? 0
    if (count > 1) this.#open.set(endpointPath, count - 1)
    else if (this.#open.delete(endpointPath)) this.#write()
  }

  #write(): void {
    if (this.#path === null) return
    const endpoints = [...this.#leftovers, ...this.#open.keys()].slice(-maxLeftovers)
    try {
      writeFileAtomically(this.#path, `${JSON.stringify({ version: journalVersion, endpoints })}\n`)
    } catch {
      // Disk full or folder gone: without the journal a later run does not heal, which is no reason to refuse a session.
    }
  }
}

function parse(text: string | null): readonly string[] {
  if (text === null) return []
  try {
    const parsed = JSON.parse(text) as { version?: unknown; endpoints?: unknown }
    if (parsed.version !== journalVersion || !Array.isArray(parsed.endpoints)) return []
    return parsed.endpoints.filter((path): path is string => typeof path === 'string')
  } catch {
    // A journal that is no JSON is worth nothing.
    return []
  }
}
